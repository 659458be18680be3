import { queueRetryAt } from "../../core/health-snapshot.ts";
import { demoTargets, type Demo } from "../../core/demo.ts";
import type { StoredProof } from "../../core/proof.ts";
import type { CircuitBreaker } from "../../core/circuit-breaker.ts";
import { UNLEARNED } from "../prediction/population-prior.ts";
import { chunksOf } from "../../core/concurrency.ts";
import type { TickDeps } from "./tick.ts";
import type { Claim, Timetable } from "./timetable.ts";
import { readPredictions } from "./prediction-store.ts";
import { definitionPath } from "../../db/definitions.ts";
import { reader, type Row } from "../../db/row.ts";
import { sheets, ledger, ticker } from "../schema/schema.ts";
import { healthOf } from "../self-monitor/health-store.ts";
import type { StoredService } from "../upstream/definition.ts";
import { SERVICE, serviceOf } from "../upstream/service-store.ts";
import { endsOf, releaseLapsed } from "./batch-ledger.ts";

const readTicker = reader(ticker);
const readLedger = reader(ledger);
const readSheet = reader(sheets);

/** What the tick must know of the polled service, by what is stored of it. */
type Reached = (
  stored: StoredService,
) => Promise<Pick<Timetable, "connected" | "optionalCalls" | "perMinute" | "many"> & IsDemo>;

/** True where it is the service of the demo. */
export interface IsDemo {
  isDemo: boolean;
}

/** The targets that this service is not asked about: the demo's own, or at the demo's service those of another one. */
export const restingAt = ({ isDemo }: IsDemo, demo: Demo | null, proof: StoredProof | null): ReadonlySet<string> =>
  isDemo ? new Set(proof?.service?.rests) : demoTargets(demo);

/** The timetable in D1: the ticker's row, the sheets, and the finished batches. */
export const timetableStore = (db: D1Database, reached: Reached): TickDeps => ({
  async readTimetable() {
    const [read, pages] = await db.batch<Row>([
      db.prepare(
        `SELECT k.last_tick_at, k.tokens, k.filled_at, k.gate, k.breakers, k.watch, k.refunded, k.load, k.dealt, k.health, k.pool, k.demo, k.proof, ${SERVICE},
           y.done, y.freed, y.unspent, y.last_poll_at,
           EXISTS (SELECT 1 FROM deliveries WHERE status = 'pending' AND next_attempt_at > k.last_tick_at) AS retrying,
           EXISTS (SELECT 1 FROM unwatched) AS unwatched
         FROM ticker k JOIN tally y ON y.id = 1 WHERE k.id = 1`,
      ),
      db.prepare("SELECT id, revision, entries, edits FROM sheets ORDER BY id"),
    ]);
    const row = read!.results[0]!;
    const {
      health,
      pool: prior,
      dealt: assigned,
      demo,
      proof,
      breakers,
      watch,
      ...known
    } = readTicker(
      row,
      "lastTickAt",
      "tokens",
      "filledAt",
      "gate",
      "breakers",
      "watch",
      "refunded",
      "load",
      "dealt",
      "health",
      "pool",
      "demo",
      "proof",
    );
    const { findings } = healthOf(health);
    const { done, freed: released, ...tallied } = readLedger(row, "done", "freed", "unspent", "lastPollAt");
    const { isDemo, ...service } = await reached(serviceOf(row));
    return {
      ...known,
      breakers,
      assigned,
      ...tallied,
      ...service,
      ...(watch.sizes === undefined ? {} : { sizes: watch.sizes }),
      resting: restingAt({ isDemo }, demo, proof),
      pool: prior ?? UNLEARNED,
      retrying: Number(row["retrying"]) === 1,
      unwatched: Number(row["unwatched"]) === 1,
      queueRetryAt: queueRetryAt(findings),
      databaseUse: findings.databaseUse,
      endOf: endsOf(done, released),
      sheets: pages!.results.map((sheet) => readSheet(sheet, "id", "revision", "entries", "edits")),
    };
  },

  readHabits: (targets) => readPredictions(db, targets),

  async claim(claim) {
    const [won] = await db.batch(claimStatements(db, claim));
    return won!.meta.changes === 1;
  },
});

/**
 * Moves the ticker with a compare-and-set on everything that was read. The sheets follow in as few statements as D1
 * allows, each only if this claim has won. Rows are found by id: a join with `json_each` would read each row twice.
 */
function claimStatements(db: D1Database, claim: Claim): D1PreparedStatement[] {
  const { read, now } = claim;
  const token = `${now}/${crypto.randomUUID()}`;
  return [
    db
      .prepare(
        `UPDATE ticker SET last_tick_at = ?1, spacing_ms = ?2, claim = ?3, tokens = ?4, filled_at = ?5, gate = ?6, load = ?7,
           refunded = ?11, dealt = ?12${tested(claim)}
         WHERE id = 1 AND last_tick_at = ?8 AND tokens = ?9 AND gate IS ?10 AND NOT EXISTS (
           SELECT 1 FROM sheets s WHERE s.id IN (${sheetIds(claim.sheets)})
             AND s.revision <> ${ofSheet("s.id", claim.sheets, ({ revision }) => String(Number(revision)))})`,
      )
      .bind(
        now,
        claim.spacingMs,
        token,
        claim.tokens,
        claim.filledAt,
        breakerText(claim.gate),
        JSON.stringify(claim.load),
        read.lastTickAt,
        read.tokens,
        breakerText(read.gate),
        read.unspent,
        JSON.stringify(claim.assigned),
        ...Object.values(claim.tested).map((breaker) => JSON.stringify(breaker)),
      ),
    ...claim.lapsed.map((one) => releaseLapsed(db, one, token)),
    ...chunksOf(claim.sheets, SHEETS_A_STATEMENT).map((some) =>
      db
        .prepare(
          `UPDATE sheets SET entries = ${ofSheet("id", some, (_, place) => `?${place + 2}`)}, edits = '{}', revision = revision + 1
           WHERE id IN (${sheetIds(some)}) AND EXISTS (SELECT 1 FROM ticker WHERE id = 1 AND claim = ?1)`,
        )
        .bind(token, ...some.map(({ entries }) => JSON.stringify(entries))),
    ),
  ];
}

/** Keeps the breakers of tested operations shut, unless they have closed meanwhile. */
function tested(claim: Claim): string {
  const names = Object.keys(claim.tested);
  const replaced = (sql: string, name: string, index: number) =>
    `json_replace(${sql}, '${definitionPath(name).replaceAll("'", "''")}', json(?${13 + index}))`;
  return names.length === 0 ? "" : `, breakers = ${names.reduce(replaced, "breakers")}`;
}

/** D1 allows 100 parameters a statement. */
const SHEETS_A_STATEMENT = 90;

type Sheets = Pick<Claim["sheets"][number], "id" | "revision">[];

const sheetIds = (sheets: Sheets): string => sheets.map(({ id }) => Number(id)).join();

/** A CASE expression with a branch for each sheet. */
const ofSheet = <One extends Sheets[number]>(
  column: string,
  sheets: One[],
  expression: (one: One, place: number) => string,
): string =>
  sheets.length === 0
    ? "NULL"
    : `CASE ${column} ${sheets.map((one, place) => `WHEN ${Number(one.id)} THEN ${expression(one, place)}`).join(" ")} END`;
/** The stored form of a circuit breaker, which compare-and-set relies on. */
export const breakerText = (breaker: CircuitBreaker | null): string | null =>
  breaker === null ? null : JSON.stringify(breaker);

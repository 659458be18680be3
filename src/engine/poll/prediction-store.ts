import { perMinuteOf, type ConfiguredBudget } from "../../core/budget.ts";
import type { StoredPrediction } from "../prediction/schedule-prediction.ts";
import type { Past } from "../prediction/history.ts";
import type { PriorDeps } from "./choose.ts";
import type { Regular } from "../prediction/forecast.ts";
import type { KnownHistory } from "./learn.ts";
import type { Predictions } from "./timetable.ts";
import type { Commit } from "../commit.ts";
import { predictionPageOf } from "../../features/creators/resource/poll-slot.ts";
import { LIST_ZONE } from "../../features/creators/resource/zone.ts";
import type { WeeklyHours } from "../../core/weekly-hours.ts";
import { UNLEARNED } from "../prediction/population-prior.ts";
import { SEQ_PER_MS } from "../../core/event.ts";
import { reader, textOf, type Row, checkIds, idRows } from "../../db/row.ts";
import { ticker } from "../schema/schema.ts";

const readTicker = reader(ticker);

// D1 bills rows, so predictions are stored in pages: a tick that reads fifty of a thousand reads eight rows. A page is
// determined by a target's sheet and id. A prediction is an array, so `json_patch` replaces it whole, nulls included.

/** D1's limits: 32 arguments of a SQL function, and 100 kB and 25,000 virtual machine steps of a statement. */
const VALUES_A_CALL = 30;
const IDS_A_STATEMENT = 1200;

interface RequestedPage {
  page: number;
  ids: string[];
}

/** The known schedule predictions of these targets. Reads one row a page. */
export async function readPredictions(
  db: D1Database,
  targets: { id: string; sheetId: number }[],
): Promise<Predictions> {
  const known = new Map<string, StoredPrediction>();
  const requested = statementsOf(pagesOf(targets));
  const answers = await db.batch<Row>(requested.map((pages) => db.prepare(statementFor(pages))));
  answers.forEach(({ results }, index) => {
    const ids = new Map(requested[index]!.map((one) => [one.page, one.ids]));
    for (const { page, habits: predictions } of results) {
      const found = (JSON.parse(String(predictions)) as (StoredPrediction | null)[][]).flat();
      ids.get(Number(page))!.forEach((id, place) => {
        const prediction = found[place];
        if (prediction) known.set(id, prediction);
      });
    }
  });
  return known;
}

function pagesOf(targets: { id: string; sheetId: number }[]): RequestedPage[] {
  const pages = Map.groupBy(targets, predictionPageOf);
  return [...pages].map(([page, all]) => ({ page, ids: all.map(({ id }) => id) }));
}

/** Divides pages into as few statements as their length allows. */
function statementsOf(pages: RequestedPage[]): RequestedPage[][] {
  const statements: RequestedPage[][] = [];
  let room = 0;
  for (const page of pages) {
    if (page.ids.length > room) {
      statements.push([]);
      room = IDS_A_STATEMENT;
    }
    room -= page.ids.length;
    statements.at(-1)!.push(page);
  }
  return statements;
}

const arrayOf = (values: string[]): string => `json_array(${values.join(", ")})`;

function statementFor(pages: RequestedPage[]): string {
  checkIds(pages.flatMap(({ ids }) => ids));
  const cases = pages.map(({ page, ids }) => {
    const calls: string[] = [];
    for (let at = 0; at < ids.length; at += VALUES_A_CALL)
      calls.push(arrayOf(ids.slice(at, at + VALUES_A_CALL).map((id) => `h.habits -> '$."${id}"'`)));
    return `WHEN ${page} THEN ${arrayOf(calls)}`;
  });
  return `WITH w (page) AS (VALUES ${pages.map(({ page }) => `(${page})`).join(", ")})
    SELECT h.page, CASE h.page ${cases.join(" ")} END AS habits FROM w CROSS JOIN habits h ON h.page = w.page`;
}

/** The histories of these targets. */
export async function readHistories(db: D1Database, ids: string[]): Promise<Map<string, KnownHistory>> {
  const { results } = await db
    .prepare(
      `WITH w (id) AS (${idRows(ids)}) SELECT t.id, t.past, t.created_at, coalesce(t.timezone, ${LIST_ZONE}) AS timezone,
         t.usual_hours, t.hours_at, CASE WHEN t.hours_at IS NOT NULL THEN (SELECT timezone FROM ticker WHERE id = 1) END AS team_zone
       FROM w CROSS JOIN targets t ON t.id = w.id`,
    )
    .all<Row>();
  return new Map(
    results.map(
      ({ id, past: history, created_at: since, timezone, usual_hours: hours, hours_at: at, team_zone: team }) => [
        String(id),
        {
          hours:
            at === null
              ? null
              : { all: JSON.parse(String(hours)) as WeeklyHours[], since: Number(at), teamZone: textOf(team) },
          past: history === null ? null : (JSON.parse(String(history)) as Past),
          since: Number(since),
          timezone: textOf(timezone),
        },
      ],
    ),
  );
}

/** Writes learned predictions into their pages. */
export function storePredictions(db: D1Database, predictions: Commit["habits"]): D1PreparedStatement[] {
  const pages: Record<number, Record<string, StoredPrediction>> = {};
  for (const [id, { sheetId, habit: prediction }] of Object.entries(predictions))
    (pages[predictionPageOf({ id, sheetId })] ??= {})[id] = prediction;
  if (Object.keys(pages).length === 0) return [];
  return [
    db
      .prepare(
        `INSERT INTO habits (page, habits) SELECT CAST(j.key AS INTEGER), j.value FROM json_each(?1) j WHERE true
       ON CONFLICT (page) DO UPDATE SET habits = json_patch(habits, excluded.habits)`,
      )
      .bind(JSON.stringify(pages)),
  ];
}

/** Limit on the starts that are compared with predictions at once. Each reads two rows. */
const MAX_STARTS = 200;

/** The latest starts since the prior in force was computed. A start without an earlier poll says nothing. */
const RECENT_STARTS = `SELECT e.window_to - e.window_from AS ms
  FROM events h INDEXED BY events_type CROSS JOIN events e ON e.seq BETWEEN h.seq AND h.seq + h.span - 1 AND e.type = h.type
  WHERE h.type = 'live.started' AND h.span IS NOT NULL
    AND h.seq > (SELECT coalesce(pool ->> '$.at', last_tick_at) FROM ticker WHERE id = 1) * ${SEQ_PER_MS}
    AND e.window_from IS NOT NULL
  ORDER BY h.seq DESC LIMIT ${MAX_STARTS}`;

/** Number of pages sampled for the population prior. */
const MAX_SAMPLED = 32;

/** The population prior in D1. */
export const priorStore = (db: D1Database, budget: ConfiguredBudget): PriorDeps => ({
  sampled: () => sampledPredictions(db),
  async inForce() {
    const [known, found] = await db.batch<Row>([
      db.prepare("SELECT pool, load, polls_per_minute FROM ticker WHERE id = 1"),
      db.prepare(RECENT_STARTS),
    ]);
    const { pool, load, pollsPerMinute } = readTicker(known!.results[0]!, "pool", "load", "pollsPerMinute");
    return {
      perMinute: perMinuteOf(budget, pollsPerMinute),
      pool: pool ?? UNLEARNED,
      load,
      startsMs: found!.results.map(({ ms }) => Number(ms)),
    };
  },
  async keepPool(prior) {
    await db.prepare("UPDATE ticker SET pool = ?1 WHERE id = 1").bind(JSON.stringify(prior)).run();
  },
});

async function sampledPredictions(db: D1Database): Promise<StoredPrediction[]> {
  const { results } = await db
    .prepare(
      `SELECT habits FROM habits WHERE page >= (SELECT abs(random()) % (1 + max(0, max(page) - min(page) - ${MAX_SAMPLED})) + min(page) FROM habits)
       ORDER BY page LIMIT ${MAX_SAMPLED}`,
    )
    .all<Row>();
  return results.flatMap(({ habits: predictions }) =>
    Object.values(JSON.parse(String(predictions)) as Record<string, StoredPrediction>),
  );
}

/**
 * Targets with an expected start. For a watchlist those with the soonest; for all watchlists in index order, to avoid a
 * sort that reads every row. Reads two rows a target. Paused ones count towards `max` but are left out.
 */
export async function readRegulars(db: D1Database, watchlistId: string | null, max: number): Promise<Regular[]> {
  const { results } = await db
    .prepare(
      `SELECT id, name, past, created_at, enabled, coalesce(timezone, ${LIST_ZONE}) AS timezone FROM targets t INDEXED BY targets_expected
       WHERE expected_at IS NOT NULL ${watchlistId === null ? "" : "AND watchlist_id = ?2 ORDER BY expected_at"} LIMIT ?1`,
    )
    .bind(max, ...(watchlistId === null ? [] : [watchlistId]))
    .all<Row>();
  return results.flatMap(({ id, name, past: history, created_at: since, enabled, timezone }) =>
    enabled === 0 || history === null
      ? []
      : {
          id: String(id),
          name: String(name),
          past: JSON.parse(String(history)) as Past,
          since: Number(since),
          timezone: textOf(timezone),
        },
  );
}

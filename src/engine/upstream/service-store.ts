import type { Breakers } from "../../core/circuit-breaker.ts";
import type { OperationsConfig } from "./operation-form.ts";
import type { StoredService } from "./definition.ts";
import {
  definitionPath,
  OPENED_ALL,
  OPENED_ACCOUNT,
  REMOVE_DEFINITION,
  STORE_DEFINITION,
} from "../../db/definitions.ts";
import { reader, type Row } from "../../db/row.ts";
import { ticker } from "../schema/schema.ts";

/** The columns of the ticker `k` with the settings of the polled service. */
export const SERVICE = "k.account, k.operations, k.polls_per_minute";

const readTicker = reader(ticker);

/** Reads these settings from a row with these columns. */
export const serviceOf = (row: Row): StoredService => readTicker(row, "account", "operations", "pollsPerMinute");

/** Runtime settings of the polled service, in D1. */
export const serviceStore = (db: D1Database) => ({
  async read(): Promise<StoredService> {
    const row = await db.prepare(`SELECT ${SERVICE} FROM ticker k WHERE k.id = 1`).first<Row>();
    return serviceOf(row!);
  },

  /** The open circuit breakers of operations. */
  async breakers(): Promise<Breakers> {
    const row = await db.prepare("SELECT breakers FROM ticker WHERE id = 1").first<Row>();
    return readTicker(row!, "breakers").breakers;
  },

  /** Stores an encrypted account, null for none. All breakers let calls through, as the service may accept it. */
  async keepAccount(sealed: string | null, pollsPerMinute?: number): Promise<void> {
    await db.batch([...storeAccount(db, sealed), ...storeBudget(db, pollsPerMinute)]);
  },

  /**
   * Stores an account and settings of operations in one step. A null account removes it, an undefined one leaves it as
   * it is. Undefined settings remove those of the operation. An undefined budget stays as it is, null is the default.
   */
  async keepService(
    sealed: string | null | undefined,
    reported: Record<string, OperationsConfig[string] | undefined>,
    pollsPerMinute?: number | null,
  ): Promise<void> {
    const statements = [
      ...storeBudget(db, pollsPerMinute),
      ...(sealed === undefined ? [] : storeAccount(db, sealed)),
      ...Object.entries(reported).map(([name, one]) => storeOperation(db, name, one)),
    ];
    if (statements.length > 0) await db.batch(statements);
  },

  /** Stores the settings of an operation. */
  async keepOperation(name: string, reported: OperationsConfig[string]): Promise<void> {
    await storeOperation(db, name, reported).run();
  },
});

/** Stores the calls per minute that the service allows: null for the default, undefined for no change. */
const storeBudget = (db: D1Database, pollsPerMinute: number | null | undefined): D1PreparedStatement[] =>
  pollsPerMinute === undefined
    ? []
    : [db.prepare("UPDATE ticker SET polls_per_minute = ?1 WHERE id = 1").bind(pollsPerMinute)];

const storeAccount = (db: D1Database, sealed: string | null): D1PreparedStatement[] => [
  db
    .prepare(`UPDATE ticker SET account = ?1, gate = ${OPENED_ACCOUNT}, breakers = ${OPENED_ALL} WHERE id = 1`)
    .bind(sealed),
  restDemo(db),
];

/** While a service of people's own is connected nobody of the demo is live: none of them is checked. */
export const restDemo = (db: D1Database): D1PreparedStatement =>
  db.prepare(
    `UPDATE targets SET on_air = 0 WHERE on_air = 1 AND id IN (
       SELECT d.value FROM ticker k, json_each(k.demo, '$.targets') d WHERE k.id = 1 AND k.account IS NOT NULL)`,
  );

function storeOperation(
  db: D1Database,
  name: string,
  reported: OperationsConfig[string] | undefined,
): D1PreparedStatement {
  const path = definitionPath(name);
  return reported === undefined
    ? db.prepare(REMOVE_DEFINITION).bind(path)
    : db.prepare(STORE_DEFINITION).bind(path, JSON.stringify(reported));
}

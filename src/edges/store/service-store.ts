import type { Breakers } from "../../core/breaker.ts";
import type { OperationsConfig } from "../../flows/manage/operation-form.ts";
import type { StoredService } from "../../flows/manage/service.ts";
import { reader, type Row } from "./row.ts";
import { ticker } from "./schema.ts";

/** The columns of the ticker `k` that say how the polled service is reached. */
export const SERVICE = "k.account, k.operations";

const readTicker = reader(ticker);

/** What people said of the polled service, from a row with these columns. */
export const serviceOf = (row: Row): StoredService => readTicker(row, "account", "operations");

/** What people said of the polled service, in D1. */
export const serviceStore = (db: D1Database) => ({
  async read(): Promise<StoredService> {
    const row = await db.prepare(`SELECT ${SERVICE} FROM ticker k WHERE k.id = 1`).first<Row>();
    return serviceOf(row!);
  },

  /** The open breakers of optional operations. */
  async breakers(): Promise<Breakers> {
    const row = await db.prepare("SELECT breakers FROM ticker WHERE id = 1").first<Row>();
    return readTicker(row!, "breakers").breakers;
  },

  /** Keeps a sealed account, null for none. Another account is not the one that was refused: the gate opens, and all breakers close. */
  async keepAccount(sealed: string | null): Promise<void> {
    await storeAccount(db, sealed).run();
  },

  /**
   * Keeps both in one step: an account, null for none, undefined for the one that is there; and what is said of operations
   * by name, undefined for nothing.
   */
  async keepService(
    sealed: string | null | undefined,
    said: Record<string, OperationsConfig[string] | undefined>,
  ): Promise<void> {
    const statements = [
      ...(sealed === undefined ? [] : [storeAccount(db, sealed)]),
      ...Object.entries(said).map(([name, one]) => storeOperation(db, name, one)),
    ];
    if (statements.length > 0) await db.batch(statements);
  },

  /** Keeps what is said of an operation, undefined for nothing; false where nothing was said of it before. */
  async keepOperation(name: string, said: OperationsConfig[string] | undefined): Promise<boolean> {
    return (await storeOperation(db, name, said).run()).meta.changes === 1;
  },
});

const storeAccount = (db: D1Database, sealed: string | null): D1PreparedStatement =>
  db.prepare("UPDATE ticker SET account = ?1, gate = NULL, breakers = '{}' WHERE id = 1").bind(sealed);

function storeOperation(db: D1Database, name: string, said: OperationsConfig[string] | undefined): D1PreparedStatement {
  const path = `$."${name}"`;
  return said === undefined
    ? db
        .prepare(
          `UPDATE ticker SET operations = json_remove(operations, ?1), breakers = json_remove(breakers, ?1) WHERE id = 1 AND json_type(operations, ?1) IS NOT NULL`,
        )
        .bind(path)
    : db
        .prepare(
          "UPDATE ticker SET operations = json_set(operations, ?1, json(?2)), breakers = json_remove(breakers, ?1) WHERE id = 1",
        )
        .bind(path, JSON.stringify(said));
}

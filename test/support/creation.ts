import type { JsonObject } from "../../src/core/json.ts";
import type { RunningApi } from "../api/running-api.ts";

/** Fills the database of an API: by its operations, and by SQL where only time would. */
export interface Creation {
  api: RunningApi;
  /** Epoch ms. */
  now: number;
  run: (sql: string, ...values: (string | number | null)[]) => Promise<unknown>;
  /** Creates a record of a resource. */
  make: (what: string, body: JsonObject) => Promise<JsonObject & { id: string }>;
}

export const creation = (api: RunningApi, now: number): Creation => ({
  api,
  now,
  run: (sql, ...values) =>
    api.db
      .prepare(sql)
      .bind(...values)
      .run(),
  async make(what, body) {
    const { status, body: created } = await api.call("POST", `/v1/${what}`, body);
    if (status !== 201) throw new Error(`${what}: ${JSON.stringify(created)}`);
    return created;
  },
});

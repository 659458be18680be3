import { runSqliteApi, type RunningApi } from "../api/running-api.ts";
import { expect } from "vitest";

/** The API over a database that counts statements, for tests of the configuration. */
export interface ConfigApi extends RunningApi {
  /** The number of D1 statements; those of a batch count one by one, as D1 does. */
  counted: { statements: number };
  /** Another writer acts once, after the next read. */
  interfere(act: () => Promise<unknown>): void;
  put(document: unknown, query?: string): ReturnType<RunningApi["call"]>;
  /** Applies a valid document. Returns what was done. */
  // oxlint-disable-next-line typescript/no-explicit-any
  applied(document: unknown): Promise<any>;
  exported(query?: string): Promise<string>;
  yaml(text: string, query?: string): Promise<Response>;
  /** All rows of all tables except the audit log, which also records refusals. */
  dump(): Promise<Record<string, Record<string, unknown>[]>>;
}

/** `run` can be `runApi` for a D1 that counts rows. */
export async function runConfigApi(
  variables: Record<string, string> = {},
  run: typeof runSqliteApi = runSqliteApi,
): Promise<ConfigApi> {
  const api = await run(variables);
  const { db } = api;
  const counted = { statements: 0 };
  let meanwhile: (() => Promise<unknown>) | null = null;
  api.env.DB = {
    prepare: (text: string) => {
      counted.statements += 1;
      return db.prepare(text);
    },
    async batch(all: D1PreparedStatement[]) {
      const results = await db.batch(all);
      const act = meanwhile;
      meanwhile = null;
      await act?.();
      return results;
    },
  } as unknown as D1Database;
  const put: ConfigApi["put"] = (document, query = "") => api.call("PUT", `/v1/config${query}`, document);
  return {
    ...api,
    counted,
    interfere: (act) => {
      meanwhile = act;
    },
    put,
    async applied(document) {
      const answer = await put(document);
      expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
      return answer.body;
    },
    exported: async (query = "?secrets=encrypted") => (await api.fetch(`/v1/export${query}`)).text(),
    yaml: (text, query = "") =>
      api.fetch(`/v1/config${query}`, {
        method: "PUT",
        body: text,
        headers: { "content-type": "application/yaml" },
      }),
    async dump() {
      const { results } = await db
        .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'")
        .all<{ name: string }>();
      const rows: Awaited<ReturnType<ConfigApi["dump"]>> = {};
      for (const { name } of results.filter((one) => one.name !== "audit"))
        rows[name] = (await db.prepare(`SELECT * FROM "${name}"`).all()).results;
      return rows;
    },
  };
}

/** A channel. */
export const hook = {
  kind: "webhook",
  name: "hook",
  settings: { url: "https://hooks.example.com/secret-path" },
};

/** A target. */
export const live = (userId: string, more: object = {}) => ({
  kind: "live",
  name: `User ${userId}`,
  params: { userId },
  ...more,
});

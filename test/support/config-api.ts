import fc from "fast-check";
import { targetKinds } from "../../src/kinds/registry.ts";
import { runSqliteApi, type RunningApi } from "../api/running-api.ts";
import { expect } from "vitest";
import { generatedParams } from "./kinds.ts";

const word = fc.string({ minLength: 1, maxLength: 12, unit: "grapheme" }).filter((text) => text.trim() !== "");
const name = fc
  .oneof(fc.constantFrom("yes", "null", "1.0", "~", "#live", "a: b", "- x", "'", "&a", "*a", "|"), word)
  .map((text) => text.trim());
const digits = fc.integer({ min: 1, max: 1_000_000 }).map(String);

const some = <T>(shape: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(shape, { requiredKeys: [] });

const texts = fc.oneof(fc.constantFrom("@maria", "bob.1", "_", "BR"), name);

const target = fc.constantFrom(...Object.values(targetKinds)).chain((kind) =>
  fc.record({
    kind: fc.constant(kind.kind),
    params: generatedParams(kind, texts),
    name,
    watchlist: fc.nat(),
    more: some({
      intervalSeconds: fc.integer({ min: 60, max: 604_800 }),
      priority: fc.integer({ min: 1, max: 3 }),
      enabled: fc.boolean(),
      announceInitial: fc.boolean(),
    }),
  }),
);

const channel = fc.oneof(
  fc.record({ kind: fc.constant("webhook"), settings: fc.constant({ url: "https://hooks.example.com/secret-path" }) }),
  fc.record({
    kind: fc.constant("discord"),
    settings: fc.record(
      { url: fc.constant("https://discord.com/api/webhooks/1/secret-token"), threadId: digits },
      { requiredKeys: ["url"] },
    ),
  }),
  fc.record({ kind: fc.constant("slack-bot"), settings: fc.constant({ token: "xoxb-1-secret", channel: "#live" }) }),
);

const filter = fc.constantFrom(
  { field: "data.place", op: "lte", value: 20 },
  { field: "type", op: "in", value: ["live.started", 1, true] },
  { field: "target.name", op: "ne", value: null },
);

const subscription = fc.record({
  name,
  events: fc.constantFrom(["live.*"], ["*"], ["live.started", "ranking.*"]),
  channel: fc.nat(),
  watchlist: fc.option(fc.nat()),
  target: fc.option(fc.nat()),
  more: some({
    enabled: fc.boolean(),
    mention: fc.constantFrom("@here", "role:1", ["@everyone", "user:U1"], null),
    template: fc.constantFrom({ "live.started": "{{name}} 🎉", "live.ended": "x: y" }, {}),
    cooldownSeconds: fc.integer({ min: 0, max: 604_800 }),
    group: fc.boolean(),
    onEnd: fc.constantFrom("edit", "post", "ignore"),
    quietHours: fc.constant({ from: "23:00", to: "07:00", timezone: "Europe/Berlin", action: "hold" }),
    filters: fc.array(filter, { maxLength: 3 }),
  }),
});

const digest = fc.record({
  name,
  channel: fc.nat(),
  watchlist: fc.option(fc.nat()),
  schedule: fc.constantFrom("0 9 * * 1", "30 6 1 * *"),
  more: some({
    timezone: fc.constantFrom("UTC", "Asia/Tokyo"),
    period: fc.constantFrom("P7D", null),
    enabled: fc.boolean(),
  }),
});

const silence = fc.record({
  watchlist: fc.option(fc.nat()),
  target: fc.option(fc.nat()),
  type: fc.constantFrom("live.*", "*", null),
  until: fc.integer({ min: 0, max: 1e9 }).map((s) => new Date(Date.UTC(2090, 0, 1) + s * 1000).toISOString()),
  reason: fc.oneof(fc.constant(""), word),
});

/** Configurations of all resources that refer to each other, each with an id of its own. */
export const generatedConfig = fc
  .record({
    watchlists: fc.uniqueArray(name, { maxLength: 3 }),
    targets: fc.array(target, { maxLength: 8 }),
    channels: fc.array(fc.tuple(channel, name), { maxLength: 3 }),
    subscriptions: fc.array(subscription, { maxLength: 4 }),
    digests: fc.array(digest, { maxLength: 3 }),
    silences: fc.array(silence, { maxLength: 3 }),
  })
  .map((created) => {
    const watchlists = created.watchlists
      .filter((text) => text !== "default")
      .map((text, n) => ({ id: `wl_${n}`, name: text, description: `${text}\nsecond line` }));
    const lists = ["wl_default", ...watchlists.map(({ id }) => id)];
    const pick = <T>(from: T[], n: number | null): T | null => (n === null ? null : (from[n % from.length] ?? null));
    const unique = new Map(
      created.targets.map((one) => {
        const kind = targetKinds[one.kind]!;
        return [
          JSON.stringify([one.kind, kind.identity(kind.params().parse(one.params)), pick(lists, one.watchlist)]),
          one,
        ];
      }),
    );
    const targets = [...unique.values()].map(({ watchlist, more, ...one }, n) => ({
      id: `tgt_${n}`,
      ...one,
      ...more,
      watchlistId: pick(lists, watchlist)!,
    }));
    const watched = targets.map(({ id }) => id);
    const channels = created.channels.map(([one, text], n) => ({ id: `ch_${n}`, name: text, ...one }));
    const notified = <T>(all: T[]): T[] => (channels.length === 0 ? [] : all);
    const channelId = (n: number) => channels[n % channels.length]!.id;
    return {
      version: 1,
      watchlists,
      targets,
      channels,
      subscriptions: notified(created.subscriptions).map(({ channel, watchlist, target, more, ...one }, n) => ({
        id: `sub_${9 - n}`,
        ...one,
        ...more,
        channelId: channelId(channel),
        watchlistId: pick(lists, watchlist),
        targetId: pick(watched, target),
      })),
      digests: notified(created.digests).map(({ channel, watchlist, more, ...one }, n) => ({
        id: `dig_${n}`,
        ...one,
        ...more,
        channelId: channelId(channel),
        watchlistId: pick(lists, watchlist),
      })),
      silences: created.silences.map(({ watchlist, target, ...one }, n) => ({
        id: `sil_${n}`,
        ...one,
        watchlistId: pick(lists, watchlist),
        targetId: pick(watched, target),
      })),
    };
  });

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

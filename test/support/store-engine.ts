import { fixedBudget } from "../../src/core/budget.ts";
import { createHash, randomBytes } from "node:crypto";
import type { Event } from "../../src/core/event.ts";
import type { Breakers, CircuitBreaker } from "../../src/core/circuit-breaker.ts";
import type { Json } from "../../src/core/json.ts";
import type { Watch } from "../../src/core/drift-detector.ts";
import { resourceIndex } from "../../src/db/resources/resource-index.ts";
import { resourceStore } from "../../src/db/resources/resource-store.ts";
import { write } from "../../src/db/resources/write.ts";
import { openVault } from "../../src/db/vault.ts";
import { commit } from "../../src/engine/poll/commit-store.ts";
import { loadBatch as load } from "../../src/engine/poll/poll-store.ts";
import { timetableStore as store } from "../../src/engine/poll/timetable-store.ts";
import { eventStore } from "../../src/features/history/event-store.ts";
import {
  readCooling,
  readEarlier,
  readFollowed,
  readMentions,
  readRoutes,
} from "../../src/engine/route/route-store.ts";
import { spend } from "../../src/features/status/status-store.ts";
import { releaseBatches } from "../../src/engine/poll/batch-ledger.ts";
import type { Batch } from "../../src/engine/poll/batch.ts";
import { poll, type PollDeps } from "../../src/engine/poll/poll.ts";
import type { Read } from "../../src/engine/poll/calls.ts";
import { tick } from "../../src/engine/poll/tick.ts";
import type { TickRules } from "../../src/engine/poll/timetable.ts";
import { target } from "../../src/features/creators/resource/target.ts";
import type { Declared } from "../../src/resources/resource.ts";
import { DOCUMENTED } from "../../src/resources/view.ts";
import { change, create, remove, type StoreDeps } from "../../src/resources/write/write-resource.ts";
import { eventDocumented } from "./documented.ts";
import { operationNamed, plainOperation } from "./readings.ts";
import { migratedSqlite } from "./sqlite-d1.ts";
import { readHistories } from "../../src/engine/poll/prediction-store.ts";

export interface Watched {
  id: string;
  kind: string;
  params: Json;
  settings?: object;
  intervalSeconds?: number;
}

/** The state of a target in the store. */
interface Stands {
  id: string;
  state: string | null;
  consecutiveFaults: number;
}

/** The polls over the store's statements, on SQLite in memory: fast enough for thousands of runs. */
export interface StoreEngine {
  db: D1Database;
  deps(read: Read): PollDeps;
  /** Runs one tick: the claim, then every batch in turn. */
  tick(now: number, read: Read): Promise<Batch[]>;
  claim(now: number): Promise<Batch[]>;
  free(batches: Batch[]): Promise<void>;
  /** Changes a target like the API. */
  change(id: string, patch: Json): Promise<void>;
  /** Pauses a target, or resumes it. */
  enable(id: string, enabled: boolean): Promise<void>;
  events(): Promise<Event[]>;
  targets(): Promise<Stands[]>;
  upstream(): Promise<{ gate: CircuitBreaker | null; breakers: Breakers; watch: Watch }>;
}

/** The timetable of a service that is connected and whose optional operations nobody can call. */
export const timetableStore = (db: D1Database) =>
  store(db, async () => ({ connected: true, optionalCalls: 0, isDemo: false }));

/** A batch of a service whose operations can all be called. */
export const loadBatch = (db: D1Database, batch: Batch, perMinute = 60) =>
  load(db, batch, async () => ({
    operation: (name) => plainOperation(name),
    byName: () => false,
    isDemo: false,
    serviceId: null,
    perMinute,
  }));

/** Creates, changes and deletes records in a database like the API, at a fixed time. */
export function keepingOn(db: D1Database, now = 0) {
  const store = { ...resourceStore(db), ...resourceIndex(db) };
  const vault = openVault([["k1", new Uint8Array(32).fill(7)]]);
  let next: string | null = null;
  const deps: StoreDeps = {
    ...store,
    by: "a test",
    limits: DOCUMENTED,
    randomBytes: (count) => new Uint8Array(randomBytes(count)),
    seal: (value, place) => vault.seal(value, place),
    open: (sealed, place) => vault.open(sealed, place),
    // No call to spare: targets that are only named wait.
    openTelegram: async () => null,
    upstream: { operation: async (name) => operationNamed(name), ask: async () => null },
    hash: async (text) => createHash("sha256").update(text).digest("hex"),
    write: (steps) => write(db, vault, steps, { at: now, entries: [], idempotency: null }),
    announce: async () => undefined,
    newId: (prefix) => next ?? `${prefix}_${randomBytes(8).toString("hex")}`,
    now: async () => now,
    wallNow: () => now,
  };
  const done = <T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T => {
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    return result.value;
  };
  return {
    ...store,
    deps,
    /** Creates a record, optionally with a given `id`. */
    async make(of: Declared, body: Json, id: string | null = null) {
      next = id;
      return done(await create(of, body, deps)).one;
    },
    async patch(of: Declared, id: string, patch: Json) {
      return done(await change(of, (await store.find(of, id))!, patch, null, deps)).one;
    },
    async remove(of: Declared, id: string, cascade = false) {
      return done(await remove(of, (await store.find(of, id))!, { cascade, revisions: null }, deps));
    },
  };
}

export async function storeEngine(watched: Watched[], rules: TickRules): Promise<StoreEngine> {
  const db = await migratedSqlite();
  const keeping = keepingOn(db);
  for (const { id, kind, params, settings = {}, intervalSeconds } of watched) {
    const interval = intervalSeconds === undefined ? {} : { intervalSeconds };
    await keeping.make(target, { kind, name: id, params, settings: settings as Json, ...interval }, id);
  }
  const timetable = timetableStore(db);
  let commits = 0;
  const deps = (read: Read): PollDeps => ({
    load: (batch) => loadBatch(db, batch, rules.perMinute),
    read,
    sideBySide: { least: 6, most: 6 },
    spend: (calls) => spend(db, calls, fixedBudget(rules.perMinute)),
    deadline: () => new AbortController().signal,
    routes: () => readRoutes(db),
    earlier: (requested) => readEarlier(db, requested),
    mentions: (ids) => readMentions(db, ids),
    cooling: (requested) => readCooling(db, requested),
    followed: (ids) => readFollowed(db, ids),
    pasts: (ids) => readHistories(db, ids),
    commit(plan) {
      for (const event of plan.events) eventDocumented(event);
      return commit(db, plan);
    },
    newId: () => `commit ${commits++}`,
    random: () => 0.5,
    wallNow: () => 0,
    bug: (thrown) => {
      throw thrown;
    },
  });
  const claim = async (now: number) => (await tick(now, rules, timetable)).batches;
  return {
    db,
    deps,
    claim,
    async tick(now, read) {
      const batches = await claim(now);
      for (const batch of batches) await poll(batch, deps(read));
      return batches;
    },
    change: async (id, patch) => void (await keeping.patch(target, id, patch)),
    enable: async (id, enabled) => void (await keeping.patch(target, id, { enabled })),
    free: async (batches) => void (await releaseBatches(db, batches).run()),
    async events() {
      const { items } = await eventStore(db).list({}, { limit: 100_000, after: null });
      return items;
    },
    async targets() {
      const { results } = await db.prepare("SELECT id, state, consecutive_faults FROM targets ORDER BY id").all();
      return results.map((row) => ({
        id: String(row["id"]),
        state: row["state"] as string | null,
        consecutiveFaults: Number(row["consecutive_faults"]),
      }));
    },
    async upstream() {
      const row = await db.prepare("SELECT gate, breakers, watch FROM ticker").first<Record<string, string | null>>();
      const parsed = (text: string | null | undefined) => (text == null ? null : JSON.parse(text));
      return { gate: parsed(row!["gate"]), breakers: parsed(row!["breakers"]), watch: parsed(row!["watch"]) };
    },
  };
}

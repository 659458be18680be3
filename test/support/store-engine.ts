import type { Event } from "../../src/core/event.ts";
import type { Breakers, CircuitBreaker } from "../../src/core/circuit-breaker.ts";
import type { Json } from "../../src/core/json.ts";
import type { Watch } from "../../src/core/drift-detector.ts";
import { commit } from "../../src/engine/poll/commit-store.ts";
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
import { keepingOn } from "./stored-records.ts";
import { migratedSqlite } from "./sqlite-d1.ts";
import { loadBatch, timetableStore } from "./reached.ts";
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
  /** Pauses a target, or resumes it. */
  enable(id: string, enabled: boolean): Promise<void>;
  events(): Promise<Event[]>;
  targets(): Promise<Stands[]>;
  upstream(): Promise<{ gate: CircuitBreaker | null; breakers: Breakers; watch: Watch }>;
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
    load: (batch) => loadBatch(db, batch),
    read,
    sideBySide: { least: 6, most: 6 },
    perMinute: rules.perMinute,
    spend: (calls) => spend(db, calls, rules.perMinute),
    deadline: () => new AbortController().signal,
    routes: () => readRoutes(db),
    earlier: (requested) => readEarlier(db, requested),
    mentions: (ids) => readMentions(db, ids),
    cooling: (requested) => readCooling(db, requested),
    followed: (ids) => readFollowed(db, ids),
    pasts: (ids) => readHistories(db, ids),
    commit: (plan) => commit(db, plan),
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

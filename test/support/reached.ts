import { loadBatch as load } from "../../src/engine/poll/poll-store.ts";
import { timetableStore as store } from "../../src/engine/poll/timetable-store.ts";
import type { Batch } from "../../src/engine/poll/batch.ts";

/** The timetable of a service that is connected and whose optional operations nobody can call. */
export const timetableStore = (db: D1Database) =>
  store(db, async () => ({ connected: true, optionalCalls: 0, isDemo: false }));

/** A batch of a service whose operations can all be called. */
export const loadBatch = (db: D1Database, batch: Batch) =>
  load(db, batch, async () => ({ configured: () => true, byName: () => false, isDemo: false }));

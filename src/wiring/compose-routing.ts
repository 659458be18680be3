import { loadBatch } from "../engine/poll/poll-store.ts";
import { readCooling, readEarlier, readFollowed, readMentions, readRoutes } from "../engine/route/route-store.ts";
import type { Service } from "../engine/upstream/service.ts";
import type { StoredService } from "../engine/upstream/definition.ts";
import type { PollDeps } from "../engine/poll/poll.ts";
import type { AnnounceDeps } from "../engine/route/announce.ts";
import { asksByName } from "../kinds/resolving.ts";

/** Finds the routes of events, and writes them. */
export const routingOn = (db: D1Database, commit: AnnounceDeps["commit"]): AnnounceDeps => ({
  routes: () => readRoutes(db),
  earlier: (requested) => readEarlier(db, requested),
  mentions: (ids) => readMentions(db, ids),
  cooling: (requested) => readCooling(db, requested),
  followed: (ids) => readFollowed(db, ids),
  commit,
  newId: () => crypto.randomUUID(),
});

/** Loads batches. `service` returns the polled service of the settings that were read with them. */
export const batchLoader =
  (db: D1Database, service: (stored: StoredService) => Promise<Service>): PollDeps["load"] =>
  (batch) =>
    loadBatch(db, batch, async (stored) => {
      const { operations, source, perMinute } = await service(stored);
      return {
        operation: (name) => operations.get(name) ?? null,
        byName: (kind) => asksByName(kind, (name) => operations.get(name) ?? null),
        isDemo: source === "default",
        perMinute,
      };
    });

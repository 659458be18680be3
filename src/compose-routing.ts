import { loadBatch } from "./edges/store/poll-store.ts";
import { readCooling, readEarlier, readFollowed, readMentions, readRoutes } from "./edges/store/route-store.ts";
import type { Service } from "./edges/upstream/service.ts";
import type { StoredService } from "./flows/commands/service.ts";
import type { PollDeps } from "./flows/poll/poll.ts";
import type { AnnounceDeps } from "./flows/route/announce.ts";
import { asksByName } from "./targets/resolving.ts";

/** Finds the routes of events, and writes them. */
export const routingOn = (db: D1Database, commit: AnnounceDeps["commit"]): AnnounceDeps => ({
  routes: () => readRoutes(db),
  earlier: (asked) => readEarlier(db, asked),
  mentions: (ids) => readMentions(db, ids),
  cooling: (asked) => readCooling(db, asked),
  followed: (ids) => readFollowed(db, ids),
  commit,
  newId: () => crypto.randomUUID(),
});

/** Loads batches. `service` returns the polled service of the settings that were read with them. */
export const batchLoader =
  (db: D1Database, service: (stored: StoredService) => Promise<Service>): PollDeps["load"] =>
  (batch) =>
    loadBatch(db, batch, async (stored) => {
      const { operations, source } = await service(stored);
      return {
        configured: (operation) => operations.has(operation),
        byName: (kind) => asksByName(kind, (name) => operations.get(name) ?? null),
        isDemo: source === "default",
      };
    });

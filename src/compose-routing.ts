import { readCooling, readEarlier, readMentions, readRoutes } from "./edges/store/route-store.ts";
import type { AnnounceDeps } from "./flows/route/announce.ts";

/** What finds out where events go, and writes them. */
export const routingOn = (db: D1Database, commit: AnnounceDeps["commit"]): AnnounceDeps => ({
  routes: () => readRoutes(db),
  earlier: (asked) => readEarlier(db, asked),
  mentions: (ids) => readMentions(db, ids),
  cooling: (asked) => readCooling(db, asked),
  commit,
  newId: () => crypto.randomUUID(),
});

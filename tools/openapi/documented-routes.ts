import {
  channelsOperations,
  deliveriesOperations,
  digestsOperations,
  subscriptionsOperations,
} from "./operations/messages.ts";
import {
  auditOperations,
  backupOperations,
  invitationsOperations,
  keysOperations,
  planOperations,
  settingsOperations,
  signInsOperations,
} from "./operations/administration.ts";
import { routes } from "../../src/wiring/api/routes.ts";
import type { Documented, DocumentedRoute } from "./documented.ts";
import { chatsOperations } from "./operations/chats.ts";
import { eventsOperations } from "./operations/events.ts";
import { feedsOperations, hooksOperations } from "./operations/feeds.ts";
import { historyOperations, picturesOperations, reportsOperations } from "./operations/history.ts";
import { importOperations, resourceOperations, targetsOperations } from "./operations/resources.ts";
import { docsOperations, systemOperations } from "./operations/system.ts";
import { configOperations, upstreamOperations } from "./operations/upstream.ts";

const operations: Record<string, Documented> = {
  ...auditOperations,
  ...channelsOperations,
  ...chatsOperations,
  ...configOperations,
  ...deliveriesOperations,
  ...digestsOperations,
  ...docsOperations,
  ...eventsOperations,
  ...feedsOperations,
  ...hooksOperations,
  ...historyOperations,
  ...importOperations,
  ...keysOperations,
  ...picturesOperations,
  ...planOperations,
  ...resourceOperations,
  ...invitationsOperations,
  ...reportsOperations,
  ...signInsOperations,
  ...subscriptionsOperations,
  ...systemOperations,
  ...targetsOperations,
  ...upstreamOperations,
  ...settingsOperations,
  ...backupOperations,
};

/** All operations of the API with their documentation. Throws if one has none. */
export const documentedRoutes: DocumentedRoute[] = routes.map((route) => {
  const words = operations[route.operation];
  if (words === undefined) throw new Error(`${route.operation} has no words in tools/openapi/operations`);
  return { ...route, ...words };
});

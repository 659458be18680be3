import {
  channelsOperations,
  deliveriesOperations,
  digestsOperations,
  subscriptionsOperations,
} from "./operations/messages.ts";
import { targetsOperations, importOperations } from "./operations/targets.ts";
import {
  auditOperations,
  backupOperations,
  keysOperations,
  settingsOperations,
  signInsOperations,
  invitationsOperations,
  planOperations,
} from "./operations/administration.ts";
import { routes } from "../../src/wiring/api/routes.ts";
import type { Documented, DocumentedRoute } from "./documented.ts";
import { chatsOperations } from "./operations/chats.ts";
import { configOperations } from "./operations/config.ts";
import { docsOperations } from "./operations/docs.ts";
import { eventsOperations } from "./operations/events.ts";
import { feedsOperations } from "./operations/feeds.ts";
import { hooksOperations } from "./operations/hooks.ts";
import { historyOperations } from "./operations/history.ts";
import { picturesOperations } from "./operations/pictures.ts";
import { resourceOperations } from "./operations/resources.ts";
import { reportsOperations } from "./operations/reports.ts";
import { systemOperations } from "./operations/system.ts";
import { upstreamOperations } from "./operations/upstream.ts";

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

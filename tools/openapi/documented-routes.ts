import { routes } from "../../src/wiring/api/routes.ts";
import type { Documented, DocumentedRoute } from "./documented.ts";
import { auditOperations } from "./operations/audit.ts";
import { backupOperations } from "./operations/backup.ts";
import { channelsOperations } from "./operations/channels.ts";
import { chatsOperations } from "./operations/chats.ts";
import { configOperations } from "./operations/config.ts";
import { deliveriesOperations } from "./operations/deliveries.ts";
import { digestsOperations } from "./operations/digests.ts";
import { docsOperations } from "./operations/docs.ts";
import { eventsOperations } from "./operations/events.ts";
import { feedsOperations } from "./operations/feeds.ts";
import { hooksOperations } from "./operations/hooks.ts";
import { historyOperations } from "./operations/history.ts";
import { importOperations } from "./operations/import.ts";
import { keysOperations } from "./operations/keys.ts";
import { picturesOperations } from "./operations/pictures.ts";
import { planOperations } from "./operations/plan.ts";
import { resourceOperations } from "./operations/resources.ts";
import { invitationsOperations } from "./operations/invitations.ts";
import { reportsOperations } from "./operations/reports.ts";
import { signInsOperations } from "./operations/sign-ins.ts";
import { subscriptionsOperations } from "./operations/subscriptions.ts";
import { systemOperations } from "./operations/system.ts";
import { targetsOperations } from "./operations/targets.ts";
import { settingsOperations } from "./operations/settings.ts";
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

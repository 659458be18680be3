import type { Route } from "../route.ts";
import { auditRoutes } from "./audit.ts";
import { backupRoutes } from "./backup.ts";
import { clientReportRoutes } from "./client-report.ts";
import { channelRoutes } from "./channels.ts";
import { configRoutes } from "./config.ts";
import { deliveryRoutes } from "./deliveries.ts";
import { docsRoutes } from "./docs.ts";
import { digestRoutes } from "./digests.ts";
import { eventRoutes } from "./events.ts";
import { feedRoutes } from "./feeds.ts";
import { historyRoutes } from "./history.ts";
import { importRoutes } from "./import.ts";
import { pictureRoutes } from "./pictures.ts";
import { invitationRoutes } from "./invitations.ts";
import { keyRoutes } from "./keys.ts";
import { planRoutes } from "./plan.ts";
import { reportRoutes } from "./reports.ts";
import { resourceRoutes } from "./resources.ts";
import { settingsRoutes } from "./settings.ts";
import { signInRoutes } from "./sign-ins.ts";
import { subscriptionRoutes } from "./subscriptions.ts";
import { systemRoutes } from "./system.ts";
import { targetRoutes } from "./targets.ts";
import { upstreamRoutes } from "./upstream.ts";

/** All operations of the API. */
export const routes: Route[] = [
  ...systemRoutes,
  ...planRoutes,
  ...resourceRoutes,
  ...invitationRoutes,
  ...docsRoutes,
  ...targetRoutes,
  ...importRoutes,
  ...eventRoutes,
  ...historyRoutes,
  ...reportRoutes,
  ...channelRoutes,
  ...subscriptionRoutes,
  ...deliveryRoutes,
  ...digestRoutes,
  ...configRoutes,
  ...pictureRoutes,
  ...feedRoutes,
  ...clientReportRoutes,
  ...upstreamRoutes,
  ...settingsRoutes,
  ...backupRoutes,
  ...keyRoutes,
  ...auditRoutes,
  ...signInRoutes,
];

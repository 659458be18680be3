import type { CorePorts } from "../../http/ports.ts";
import type { Route } from "../../http/route.ts";
import { agentRoutes } from "../../features/agents/routes.ts";
import { auditRoutes } from "../../features/audit/routes.ts";
import { claimRoutes } from "../../features/claims/routes.ts";
import { chatRoutes } from "../../features/chats/routes.ts";
import { clientReportRoutes } from "../../features/reports/client-routes.ts";
import { channelRoutes } from "../../features/channels/routes.ts";
import { configRoutes } from "../../features/config/routes.ts";
import { deliveryRoutes } from "../../features/messages/routes.ts";
import { docsRoutes } from "../../features/docs/routes.ts";
import { digestRoutes } from "../../features/digests/routes.ts";
import { feedRoutes } from "../../features/feeds/routes.ts";
import { importSessionRoutes } from "../../features/history/import-session-routes.ts";
import { hookRoutes } from "../../features/hooks/routes.ts";
import { historyRoutes } from "../../features/history/routes.ts";
import { pictureRoutes } from "../../features/history/picture-routes.ts";
import { invitationRoutes } from "../../features/people/routes.ts";
import { planRoutes } from "../../features/plan/routes.ts";
import { reportRoutes } from "../../features/reports/routes.ts";
import { resourceRoutes } from "../../features/resources/routes.ts";
import { keyRoutes, settingsRoutes } from "../../features/settings/routes.ts";
import { signInRoutes } from "../../features/sign-in/routes.ts";
import { subscriptionRoutes } from "../../features/alerts/routes.ts";
import { systemRoutes } from "../../features/status/routes.ts";
import { upstreamRoutes } from "../../features/service/routes.ts";
import { backupRoutes } from "../../features/backup/backup-answer.ts";
import { targetRoutes } from "../../features/creators/routes.ts";

const declared = [
  ...systemRoutes,
  ...planRoutes,
  ...resourceRoutes,
  ...invitationRoutes,
  ...docsRoutes,
  ...targetRoutes,
  ...historyRoutes,
  ...reportRoutes,
  ...channelRoutes,
  ...subscriptionRoutes,
  ...deliveryRoutes,
  ...digestRoutes,
  ...configRoutes,
  ...pictureRoutes,
  ...feedRoutes,
  ...hookRoutes,
  ...importSessionRoutes,
  ...clientReportRoutes,
  ...upstreamRoutes,
  ...settingsRoutes,
  ...backupRoutes,
  ...keyRoutes,
  ...auditRoutes,
  ...signInRoutes,
  ...claimRoutes,
  ...chatRoutes,
  ...agentRoutes,
];

/** What all of these need to handle requests. */
export type NeedOf<Declared> = (
  Declared extends { handle: (context: infer Context extends { ports: unknown }) => unknown }
    ? (need: Context["ports"]) => void
    : never
) extends (need: infer All) => void
  ? All
  : never;

/** What the API is composed of: what each operation needs. */
export type ApiPorts = CorePorts & NeedOf<(typeof declared)[number]>;

/** All operations of the API. */
export const routes: Route<ApiPorts>[] = declared;

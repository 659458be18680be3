import { alertPages } from "../../features/alerts/page/alerts.tsx";
import { showNow } from "../../features/now/page/now.tsx";
import { ownLists } from "../../features/sharing/shared/own.tsx";
import { linkPage } from "../../features/sign-in/page/link-page.tsx";
import type { NeedOf } from "../api/routes.ts";
import type { LimitablePorts } from "../api/limited.ts";
import { Problem } from "../../http/problem.ts";
import { type Page, page } from "../../ui/page.ts";
import { chatPages } from "../../features/chats/page/chats.tsx";
import { channelPages } from "../../features/channels/page/channels.tsx";
import { firstStepsPages } from "../../features/first-steps/page/first-steps.ts";
import { digestPages } from "../../features/digests/page/digests.tsx";
import { goalPages } from "../../features/goals/page/goals.tsx";
import { listPages } from "../../features/lists/page/lists.tsx";
import { messagePages } from "../../features/messages/page/messages.tsx";
import { peoplePages } from "../../features/people/page/people.tsx";
import { pastPages } from "../../features/history/page/past.tsx";
import { planPages } from "../../features/plan/page/plan.tsx";
import { repairPages } from "../../features/now/page/repairs.ts";
import { reportPages } from "../../features/reports/page/reports.tsx";
import { boardPages } from "../../features/boards/page/boards.tsx";
import { keyPages, morePages } from "../../features/more/more.tsx";
import { searchPages } from "../../features/search/search.tsx";
import { sharedPages } from "../../features/sharing/shared/shared.tsx";
import { sharingPages } from "../../features/sharing/page/sharing.tsx";
import { watchPages } from "../../features/watch/pages.ts";
import { wallPages } from "../../features/wall/page/wall.tsx";
import { settingsPages } from "../../features/settings/page/settings.tsx";
import { trendPages } from "../../features/trends/page/trends.tsx";
import { hookPages } from "../../features/hooks/page/hooks.tsx";
import { signInPages } from "../../features/sign-in/page/sign-in.ts";
import type { SessionPorts } from "../../ui/session.ts";
import type { SignInPorts } from "../../features/sign-in/sign-in-store.ts";
import type { NowPorts } from "../../features/now/now-reading.ts";
import type { HealthPorts } from "../../core/health-snapshot.ts";
import type { WallPorts } from "../../features/wall/wall.ts";
import type { MonthPorts } from "../../features/goals/months.ts";
import type { ReportPorts } from "../../features/reports/rows/report.ts";
import { targetPages } from "../../features/creators/page/targets.tsx";
import { unsubscribePages } from "../../features/unsubscribe/page.tsx";

/**
 * Shows the Now page. A token limited to watchlists gets the page of its lists, and the link of a first start is
 * handled here too.
 */
const home = page<SessionPorts & SignInPorts & NowPorts & HealthPorts & WallPorts & ReportPorts & MonthPorts>({
  method: "get",
  path: "/",
  // Public because of that link; without one, the handler requires a session.
  scope: "public",
  async handle(context) {
    const link = context.url.searchParams.get("link");
    if (link !== null) return linkPage(context, link);
    if (context.session === null) throw new Problem(401, "Sign in first.");
    const own = { ...context, session: context.session };
    const { watchlistIds } = own.session.actor;
    return watchlistIds === null ? showNow(own) : ownLists(own, watchlistIds);
  },
});

const declared = [
  home,
  ...repairPages,
  ...firstStepsPages,
  ...pastPages,
  ...targetPages,
  ...listPages,
  ...trendPages,
  ...channelPages,
  ...chatPages,
  ...alertPages,
  ...messagePages,
  ...digestPages,
  ...goalPages,
  ...reportPages,
  ...signInPages,
  ...unsubscribePages,
  ...settingsPages,
  ...hookPages,
  ...planPages,
  ...peoplePages,
  ...boardPages,
  ...sharingPages,
  ...sharedPages,
  ...wallPages,
  ...watchPages,
  ...searchPages,
  ...morePages,
  ...keyPages,
];

/** What the app is composed of: what the API, and each page, needs. */
export type SitePorts = LimitablePorts & NeedOf<(typeof declared)[number]>;

/** Every page, and every target of a form. */
export const pages: Page<SitePorts>[] = declared;

import { alertPages } from "../../features/alerts/page/alerts.tsx";
import type { Page } from "../../ui/page.ts";
import { channelPages } from "../../features/channels/page/channels.tsx";
import { firstStepsPages } from "../../features/first-steps/page/first-steps.ts";
import { digestPages } from "../../features/digests/page/digests.tsx";
import { goalPages } from "../../features/goals/page/goals.tsx";
import { messagePages } from "../../features/messages/page/messages.tsx";
import { home } from "./home.ts";
import { peoplePages } from "../../features/people/page/people.tsx";
import { planPages } from "../../features/plan/page/plan.tsx";
import { repairPages } from "../../features/now/page/repairs.ts";
import { reportPages } from "../../features/reports/page/reports.tsx";
import { boardPages } from "../../features/boards/page/boards.tsx";
import { keyPages } from "../../features/more/keys.tsx";
import { morePages } from "../../features/more/more.tsx";
import { searchPages } from "../../features/search/search.tsx";
import { sharedPages } from "../../features/sharing/shared/shared.tsx";
import { sharingPages } from "../../features/sharing/page/sharing.tsx";
import { watchPages } from "../../features/watch/pages.ts";
import { wallPages } from "../../features/wall/page/wall.tsx";
import { settingsPages } from "../../features/settings/page/settings.tsx";
import { targetPages } from "../../features/creators/page/targets.ts";
import { trendPages } from "../../features/trends/page/trends.tsx";
import { unsubscribePages } from "../../features/unsubscribe/page.ts";
import { signInPages } from "../../features/sign-in/page/sign-in.ts";

/** Every page, and every target of a form. */
export const pages: Page[] = [
  home,
  ...repairPages,
  ...firstStepsPages,
  ...targetPages,
  ...trendPages,
  ...channelPages,
  ...alertPages,
  ...messagePages,
  ...digestPages,
  ...goalPages,
  ...reportPages,
  ...signInPages,
  ...unsubscribePages,
  ...settingsPages,
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

import { alertPages } from "./alerts/alerts.tsx";
import type { Page } from "./page.ts";
import { channelPages } from "./channels/channels.tsx";
import { firstStepsPages } from "./first-steps/first-steps.ts";
import { digestPages } from "./digests/digests.tsx";
import { goalPages } from "./goals/goals.tsx";
import { messagePages } from "./messages/messages.tsx";
import { home } from "./home.ts";
import { peoplePages } from "./people/people.tsx";
import { planPages } from "./plan/plan.tsx";
import { repairPages } from "./now/repairs.ts";
import { reportPages } from "./reports/reports.tsx";
import { boardPages } from "./boards/boards.tsx";
import { keyPages } from "./more/keys.tsx";
import { morePages } from "./more/more.tsx";
import { searchPages } from "./search/search.tsx";
import { sharedPages } from "./shared/shared.tsx";
import { sharingPages } from "./sharing/sharing.tsx";
import { watchPages } from "./watch/pages.ts";
import { wallPages } from "./wall/wall.tsx";
import { settingsPages } from "./settings/settings.tsx";
import { targetPages } from "./targets/targets.ts";
import { trendPages } from "./trends/trends.tsx";
import { unsubscribePages } from "./unsubscribe/unsubscribe.ts";
import { signInPages } from "./sign-in/sign-in.ts";

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

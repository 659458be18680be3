import type { StepsReading } from "../../../flows/browse/first-steps.ts";
import type { AccountView } from "../../../flows/manage/service.ts";
import { accountView } from "../../../flows/manage/service.ts";
import type { PageContext } from "../page.ts";
import { shownName } from "../words/name.ts";
import { troublesIn } from "../service-words.ts";

export const FIRST = "/first-steps";

const STEP_NAMES = ["service", "channel", "creators", "done"] as const;

export type StepName = (typeof STEP_NAMES)[number];

export const pathOf = (step: StepName): string => `${FIRST}/${step}`;

/** One step, and whether what it is for is there. */
export interface Step {
  name: StepName;
  title: string;
  /** What is there, or what the step is for. */
  words: string;
  done: boolean;
}

/** How far a start has come. */
export interface Progress extends StepsReading {
  account: AccountView;
  /** What keeps the service from answering, in two words; null where nothing is known to. */
  ill: string | null;
  steps: Step[];
}

/** The host of an address; the address itself where it has none. */
export const hostOf = (address: string): string => URL.parse(address)?.host ?? address;

/** What there is, and which steps are done by that. */
export async function progressOf({
  ports,
  now,
}: PageContext<"firstSteps" | "service" | "shell" | "health">): Promise<Progress> {
  const [reading, account, { pulse: healthSnapshot }] = await Promise.all([
    ports.firstSteps.read(),
    accountView(ports.service),
    ports.shell(),
  ]);
  const troubles = healthSnapshot === null ? [] : troublesIn(healthSnapshot, ports.health.perMinute, now);
  const ill = troubles.find(({ blind, reason }) => blind && reason.startsWith("upstream"))?.headline ?? null;
  return { ...reading, account, ill, steps: stepsOf(reading, account, ill) };
}

function stepsOf({ channels, alerts, creators }: StepsReading, account: AccountView, ill: string | null): Step[] {
  const notified = channels.filter(({ enabled, alerted }) => enabled && alerted);
  const [first = channels[0]] = notified;
  const own = account.source !== null && account.source !== "default";
  const steps: Step[] = [
    { name: "service", title: "Data service", words: serviceWords(account, ill), done: own && ill === null },
    {
      name: "channel",
      title: "Channel",
      words: first === undefined ? "Where alerts go" : shownName(first.name),
      done: notified.length > 0 && alerts > 0,
    },
    {
      name: "creators",
      title: "Creators",
      words: creators === 0 ? "Who to watch" : creators === 1 ? "1 creator" : `${creators} creators`,
      done: creators > 0,
    },
  ];
  // The demo's service is one: what is left for later is no reason not to hear.
  const hears = account.source !== null && ill === null && steps.slice(1).every(({ done }) => done);
  return [...steps, { name: "done", title: "Done", words: "Alerts within a minute", done: hears }];
}

function serviceWords({ source, baseUrl }: AccountView, ill: string | null): string {
  if (source === null || baseUrl === null) return "Where the data comes from";
  if (ill !== null) return ill;
  return source === "default" ? "Demo service for now" : `${hostOf(baseUrl)} connected`;
}

/** The first step that is not done; the last one where all are. */
export const nextStep = ({ steps }: Progress): StepName => steps.find(({ done }) => !done)?.name ?? "done";

/** The step after this one. */
export const stepAfter = (step: StepName): StepName => STEP_NAMES[STEP_NAMES.indexOf(step) + 1] ?? "done";

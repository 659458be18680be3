import type { AccountView } from "../../../engine/upstream/shape.ts";
import type { HealthSnapshot, HealthPorts } from "../../../core/health-snapshot.ts";
import type { Proof } from "../../../core/proof.ts";
import type { StepChannel, StepsReading, FirstStepsPorts } from "../first-steps.ts";
import type { ServicePorts } from "../../../engine/upstream/definition.ts";
import { accountView } from "../../../engine/upstream/definition.ts";
import type { PageContext } from "../../../ui/page.ts";
import { displayedName } from "../../../ui/words/name.ts";
import { troublesIn } from "../../../ui/service-words.ts";
import { about } from "../../../ui/words/time.ts";
import { foundAfter, watchedAt } from "../../../engine/plan/plan.ts";
import { plural, t } from "../../../ui/words/text.ts";

export const FIRST = "/first-steps";

/** Where the demo is left and brought back. */
export const DEMO = `${FIRST}/demo`;

const STEP_NAMES = ["service", "channel", "creators", "done"] as const;

export type StepName = (typeof STEP_NAMES)[number];

export const pathOf = (step: StepName): string => `${FIRST}/${step}`;

/** A step, and whether it is done. */
export interface Step {
  name: StepName;
  title: string;
  /** What exists, or the purpose of the step. */
  words: string;
  done: boolean;
}

/** The progress of the setup. */
export interface Progress extends StepsReading {
  account: AccountView;
  /** Why the service does not answer, in two words; null if no problem is known. */
  ill: string | null;
  /** How soon a start is reported, seconds on average; null if that is not known yet, 0 for within a minute. */
  lateSeconds: number | null;
  steps: Step[];
}

/** The host of an address, or the address if it has none. */
export const hostOf = (address: string): string => URL.parse(address)?.host ?? address;

/** Reads what exists, and derives which steps are done. `unreached` is a channel whose test has just failed. */
export async function progressOf(
  { ports, now }: PageContext<FirstStepsPorts & ServicePorts & HealthPorts>,
  unreached?: string,
): Promise<Progress> {
  const [reading, account, { pulse: healthSnapshot }] = await Promise.all([
    ports.firstSteps.read(),
    accountView(ports.service),
    ports.shell(),
  ]);
  const troubles = healthSnapshot === null ? [] : troublesIn(healthSnapshot, healthSnapshot.perMinute, now);
  const ill = troubles.find(({ blind, reason }) => blind && reason.startsWith("upstream"))?.headline ?? null;
  const answers = healthSnapshot !== null && isAnswering(reading.proof, healthSnapshot);
  const leaving = reading.demo && isOwn(account);
  const displayed = {
    ...reading,
    creators: leaving ? reading.ownCreators : reading.creators,
    channels: ownChannels(reading, account).map((one) => (one.id === unreached ? { ...one, failing: true } : one)),
  };
  const lateSeconds = healthSnapshot === null ? null : lateIn(healthSnapshot);
  return { ...displayed, account, ill, lateSeconds, steps: stepsOf(displayed, account, { ill, answers, lateSeconds }) };
}

function lateIn(healthSnapshot: HealthSnapshot): number | null {
  const { way, delay } = foundAfter(watchedAt(healthSnapshot, healthSnapshot.perMinute));
  if (delay === null) return null;
  return way === "on_time" && delay.p95Seconds <= 60 ? 0 : delay.meanSeconds;
}

/** True for a service of people's own. */
const isOwn = ({ source }: AccountView): boolean => source !== null && source !== "default";

/** The channels of the demo are none, once a service of people's own is connected. */
const ownChannels = ({ channels, demo }: StepsReading, account: AccountView): StepChannel[] =>
  demo && isOwn(account) ? channels.filter((one) => !one.demo) : channels;

/** True where the service was tried with two creators, or polls since its rule is in force were answered well. */
const isAnswering = (proof: Proof | null, { lastPollAt, failingSince }: HealthSnapshot): boolean =>
  proof !== null && (failingSince === 0 ? proof.watched !== undefined || lastPollAt > proof.since : false);

function stepsOf(
  { channels, alerts, creators, demo }: StepsReading,
  account: AccountView,
  { ill, answers, lateSeconds }: Pick<Progress, "ill" | "lateSeconds"> & { answers: boolean },
): Step[] {
  const notified = channels.filter(({ enabled, alerted, failing }) => enabled && alerted && !failing);
  const [first = channels[0]] = notified;
  const own = isOwn(account);
  const leaving = demo && own;
  const steps: Step[] = [
    {
      name: "service",
      title: t("Data service"),
      words: serviceWords(account, ill, answers),
      done: own && ill === null && answers,
    },
    {
      name: "channel",
      title: t("Channel"),
      words:
        first === undefined
          ? t("Where alerts go")
          : notified.length > 1
            ? plural(notified.length, "{n} channel", "{n} channels")
            : displayedName(first.name),
      done: notified.length > 0 && alerts > 0,
    },
    {
      name: "creators",
      title: t("Creators"),
      words:
        creators === 0
          ? leaving
            ? t("Still the demo's")
            : t("Who to watch")
          : plural(creators, "{n} creator", "{n} creators"),
      done: creators > 0,
    },
  ];
  const done = steps.every((one) => one.done);
  return [...steps, { name: "done", title: t("Done"), words: done ? soonWords(lateSeconds) : t("Alerts"), done }];
}

const soonWords = (lateSeconds: number | null): string =>
  lateSeconds === null
    ? t("Alerts")
    : lateSeconds === 0
      ? t("Alerts within a minute")
      : t("Alerts about {time} later", { time: about(lateSeconds) });

function serviceWords({ source, baseUrl }: AccountView, ill: string | null, answers: boolean): string {
  if (source === null || baseUrl === null) return t("Where the data comes from");
  if (ill !== null) return ill;
  if (source === "default") return t("Demo service for now");
  const host = hostOf(baseUrl);
  return answers ? t("{host} connected", { host }) : t("{host} has not answered yet", { host });
}

/** The first step that is not done, the last one where all are; before them the demo, where it is to be left. */
export const nextPath = ({ steps, demo, account }: Progress): string =>
  demo && isOwn(account) ? DEMO : pathOf(steps.find(({ done }) => !done)?.name ?? "done");

/** The step after this one. */
export const stepAfter = (step: StepName): StepName => STEP_NAMES[STEP_NAMES.indexOf(step) + 1] ?? "done";

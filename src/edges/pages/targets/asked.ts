import type { OneReading, NotifiedOf } from "../../../flows/browse/one-reading.ts";
import { why as whyOf, type Why } from "../../../flows/browse/why.ts";
import type { Target } from "../../../resources/targets/form.ts";
import type { PageContext } from "../page.ts";
import { troublesIn, type Worded } from "../service-words.ts";
import { askedAbout } from "./why.tsx";

/** On so many channels it is looked for what was told: each is looked up for each happening. */
const MAX_ASKED = 30;

/** The ids of the channels, first those that its alerts tell on. */
const channelsFirst = ({ channels, subscriptions }: OneReading): string[] => {
  const telling = new Set(subscriptions.map(({ channelId }) => channelId));
  const notifies = ({ id }: OneReading["channels"][number]) => Number(telling.has(id));
  return [...channels].sort((a, b) => notifies(b) - notifies(a)).map(({ id }) => id);
};

/** Why what the address asks about was told or not, and what came of all that is shown. */
export async function askedOf(
  { ports, url, now }: PageContext<"one" | "shell" | "health">,
  reading: OneReading & { target: Target },
): Promise<{ why: Why; told: NotifiedOf[]; trouble: Worded | null }> {
  const { events, target } = reading;
  const about = askedAbout(events, url.searchParams.get("about"));
  const [notified, { pulse: healthSnapshot }] = await Promise.all([
    ports.one.told(events, channelsFirst(reading).slice(0, MAX_ASKED)),
    ports.shell(),
  ]);
  const troubles =
    about === null && healthSnapshot !== null ? troublesIn(healthSnapshot, ports.health.perMinute, now) : [];
  const trouble = troubles.find(({ blind }) => blind) ?? null;
  return { why: whyOf(target, about, reading, notified, now), told: notified, trouble };
}

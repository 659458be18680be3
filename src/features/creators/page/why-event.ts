import type { OneReading, NotifiedOf } from "../target-reading.ts";
import { why as whyOf, type Why } from "../why.ts";
import type { Target } from "../resource/form.ts";
import type { PageContext } from "../../../ui/page.ts";
import { troublesIn, type Worded } from "../../../ui/service-words.ts";
import { requestedAbout } from "./why.tsx";

/** On how many channels notifications are looked up; each is looked up for each event. */
const MAX_REQUESTED = 30;

/** Returns the channel ids, those used by the target's alerts first. */
const channelsFirst = ({ channels, subscriptions }: OneReading): string[] => {
  const telling = new Set(subscriptions.map(({ channelId }) => channelId));
  const notifies = ({ id }: OneReading["channels"][number]) => Number(telling.has(id));
  return [...channels].sort((a, b) => notifies(b) - notifies(a)).map(({ id }) => id);
};

/** Returns why the event in the address was notified or not, and what became of all events shown. */
export async function requestedOf(
  { ports, url, now }: PageContext<"one" | "shell" | "health">,
  reading: OneReading & { target: Target },
): Promise<{ why: Why; told: NotifiedOf[]; trouble: Worded | null }> {
  const { events, target } = reading;
  const about = requestedAbout(events, url.searchParams.get("about"));
  const [notified, { pulse: healthSnapshot }] = await Promise.all([
    ports.one.told(events, channelsFirst(reading).slice(0, MAX_REQUESTED)),
    ports.shell(),
  ]);
  const troubles =
    about === null && healthSnapshot !== null ? troublesIn(healthSnapshot, ports.health.perMinute, now) : [];
  const trouble = troubles.find(({ blind }) => blind) ?? null;
  return { why: whyOf(target, about, reading, notified, now), told: notified, trouble };
}

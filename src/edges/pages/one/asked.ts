import type { OneReading, ToldOf } from "../../../flows/browse/one-reading.ts";
import { why as whyOf, type Why } from "../../../flows/browse/why.ts";
import type { Target } from "../../../resources/targets/form.ts";
import type { Visit } from "../page.ts";
import { troublesIn, type Worded } from "../service-words.ts";
import { MOST_HAPPENINGS } from "./happened.tsx";
import { askedAbout } from "./why.tsx";

/** Why what the address asks about was told or not, and what came of all that is shown. */
export async function askedOf(
  { ports, url, now }: Visit,
  reading: OneReading & { target: Target },
): Promise<{ why: Why; told: ToldOf[]; trouble: Worded | null }> {
  const { events, channels, pulse, target } = reading;
  const about = askedAbout(events, url.searchParams.get("about"));
  const shown = [...new Set([...events.slice(0, MOST_HAPPENINGS), ...(about === null ? [] : [about])])];
  const told = await ports.one.told(
    shown,
    channels.map(({ id }) => id),
  );
  const troubles = about === null ? troublesIn(pulse, ports.health.perMinute, now) : [];
  const trouble = troubles.find(({ blind }) => blind) ?? null;
  return { why: whyOf(target, about, reading, told, now), told, trouble };
}

import { cityOf, clockLabel, nearLabel } from "../../core/calendar.ts";
import { iso } from "../../core/instant.ts";
import { localeOf, once } from "../../core/language.ts";
import { language } from "../words/text.ts";
import { T } from "../words/translated.tsx";
import { useScene } from "./scene.ts";

/**
 * A time on the page's clock, or that of `zone`, with the day unless it is near. UTC is named, because it stands for an unknown zone.
 */
export function Time({ at, zone: own }: { at: number; zone?: string }) {
  const { zone: its, now } = useScene();
  const zone = own ?? its;
  const text = nearLabel(language(), at, now, zone);
  return <time datetime={iso(at)}>{zone === "UTC" ? `${text} UTC` : text}</time>;
}

/** Says since when something lasts; with `seen` false, it may have begun earlier. */
export const Since = ({ at, seen }: { at: number; seen: boolean }) =>
  seen ? <T of="since {when}" when={<Time at={at} />} /> : <T of="at least since {when}" when={<Time at={at} />} />;

const days = (zone: string) =>
  once(`weekday and month ${language()} ${zone}`, () => {
    const options = { weekday: "short", day: "numeric", month: "long", timeZone: zone } as const;
    return new Intl.DateTimeFormat(localeOf(language()), options);
  });

/** A date, and the zone by its city: "Sat 21 November · Berlin". */
export function Day({ at }: { at: number }) {
  const { zone } = useScene();
  return (
    <>
      {days(zone).format(at)} · {cityOf(zone)}
    </>
  );
}

/** The same time on an axis, without the zone. */
export function Clock({ at }: { at: number }) {
  return <span>{clockLabel(language(), at, useScene().zone)}</span>;
}

import { clockLabel, dayLabel, monthLabel, nearLabel } from "../../../core/calendar.ts";
import { iso } from "../../../core/instant.ts";
import { useScene } from "./scene.ts";

/**
 * A time on the reader's clock, with the day unless it is near. UTC is named, because it stands for an unknown zone.
 */
export function Time({ at }: { at: number }) {
  const { zone, now } = useScene();
  const text = nearLabel("en", at, now, zone);
  return <time datetime={iso(at)}>{zone === "UTC" ? `${text} UTC` : text}</time>;
}

/** A date, and the zone by its city: "Sat, 21 Nov · Berlin". */
export function Day({ at }: { at: number }) {
  const { zone } = useScene();
  const city = zone.split("/").at(-1)!.replaceAll("_", " ");
  return (
    <>
      {dayLabel("en", at, zone)} {monthLabel("en", at, zone)} · {city}
    </>
  );
}

/** The same time on an axis, without the zone. */
export function Clock({ at }: { at: number }) {
  return <span>{clockLabel("en", at, useScene().zone)}</span>;
}

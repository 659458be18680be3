import * as z from "zod";
import type { Clock } from "../../../engine/prediction/clock.ts";
import { clockOf } from "../../../engine/prediction/learned-zone.ts";
import { usualHours, type UsualHour } from "../../../engine/prediction/usual-hours.ts";
import { knownSince, NO_HISTORY } from "../../../engine/prediction/history.ts";
import { targetKinds } from "../../../kinds/registry.ts";
import { comesAndGoes } from "../../../kinds/presence.ts";
import type { Target } from "./form.ts";

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

const two = (value: number): string => String(value).padStart(2, "0");

const viewOf = ({ minute, ...hour }: UsualHour, timezone: string) => ({
  weekday: WEEKDAYS[Math.floor(minute / 1440)],
  time: `${two(Math.floor((minute % 1440) / 60))}:${two(minute % 60)}`,
  timezone,
  ...hour,
});

/** Hours of the week on a clock. */
export interface UsualHours {
  clock: Clock;
  hours: UsualHour[];
}

/** The usual hours of a target, from its history as of the last write; empty if unknown. */
export function usualHoursOf(
  {
    past: history,
    createdAt,
    timezone,
    listTimezone,
  }: Pick<Target, "past" | "createdAt" | "timezone" | "listTimezone">,
  now: number,
): UsualHours {
  const seen = history ?? NO_HISTORY;
  const { clock } = clockOf(timezone ?? listTimezone ?? null, seen);
  return { clock, hours: usualHours(seen, knownSince(seen, createdAt), now, clock) };
}

/** The same as the API serializes it; null for a kind without usual hours. */
export function viewOfLearnedHours(target: Target): object[] | null {
  const kind = targetKinds[target.kind];
  if (kind === undefined || !comesAndGoes(kind)) return null;
  const { lastPolledAt, lastOkAt, updatedAt } = target;
  const { clock, hours } = usualHoursOf(target, lastPolledAt ?? lastOkAt ?? updatedAt);
  return hours.map((hour) => viewOf(hour, clock.timezone));
}

export const learnedHoursSchema = () =>
  z
    .array(
      z.strictObject({
        weekday: z.enum(WEEKDAYS).describe("The day of the week, in `timezone`."),
        time: z.string().describe("The usual time, HH:MM, in `timezone`."),
        timezone: z
          .string()
          .describe(
            "The time zone of these times: the target's, else its watchlist's, else one learned from how starts shift when clocks change (it represents all zones with the same changes). `UTC` if unknown.",
          ),
        confidence: z
          .number()
          .describe(
            "Confidence from 0.5 to 1: the share of recent weeks with a start around that time. Older weeks count less.",
          ),
        seen: z.int().describe("Number of recent weeks with a start within 45 minutes of that time."),
        of: z.int().describe("Number of weeks considered, up to ten."),
      }),
    )
    .nullable()
    .describe(
      "When it usually goes live, learned from polls; empty if there are no usual times, null for kinds without them.",
    );

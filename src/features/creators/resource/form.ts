import * as z from "zod";
import type { Fault } from "../../../core/fault.ts";
import type { Past } from "../../../engine/prediction/history.ts";
import type { Json, JsonObject } from "../../../core/json.ts";
import { lazy } from "../../../core/lazy.ts";
import { DAYS } from "../../../core/weekly-hours.ts";
import { comesAndGoes } from "../../../kinds/presence.ts";
import { targetKinds } from "../../../kinds/registry.ts";
import { DEFAULT_WATCHLIST, enabledFlag, nameText, timezoneOrNull } from "../../../resources/fields.ts";
import { mentionForm } from "../../../resources/ref.ts";
import type { Stored } from "../../../resources/resource.ts";

const LONGEST_INTERVAL_SECONDS = 7 * 86_400;

export const kindNames = Object.keys(targetKinds);

const time = () => z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 20:00");

/** Hours at which people say that a creator is usually live. */
const weeklyHours = lazy(() =>
  z
    .strictObject({
      days: z
        .array(z.enum(DAYS, `must be one of: ${DAYS.join(", ")}`))
        .min(1, "must name at least one day")
        .max(7)
        .overwrite((days) => DAYS.filter((day) => days.includes(day)))
        .describe("The days of the week on which they begin."),
      from: time().describe("When they begin, `HH:MM` in `timezone`."),
      to: time().describe("When they end; on the next day unless it is later than `from`."),
    })
    .refine(({ from, to }) => from !== to, { path: ["to"], message: "must not be the same as the start" })
    .meta({ id: "WeeklyHours" }),
);

const MAX_HOURS: [number, string] = [21, "must have at most 21 entries"];
const NO_HOURS: [number, string] = [0, "is only for creators (kind live)"];

const common = (hasHours = true) => ({
  name: nameText(200),
  watchlistId: z
    .string()
    .default(DEFAULT_WATCHLIST)
    .describe(`The target's watchlist. Default: \`${DEFAULT_WATCHLIST}\`.`),
  priority: z
    .int()
    .min(1)
    .max(3)
    .default(1)
    .describe(
      "Priority when the polling budget is too small: 1 (the default) to 3, each weighs four times the previous one.",
    ),
  enabled: enabledFlag("Turn this off to stop polling it."),
  announceInitial: z
    .boolean()
    .default(false)
    .describe("Alerts for a creator who is already live at the first poll. Default: false."),
  mention: mentionForm()
    .nullable()
    .default(null)
    .describe(
      "Who alerts about this target mention, in addition to the subscription's own `mention` and in the same notation. For example, the Discord role of a creator's fans.",
    ),
  usualHours: z
    .array(weeklyHours())
    .max(...(hasHours ? MAX_HOURS : NO_HOURS))
    .default([])
    .describe(
      hasHours
        ? "When a creator (kind `live`) usually goes live, as far as people know, in `timezone`. Where the budget is too small, it is polled more often then, until its own starts are known. Default: none."
        : "Only creators have usual hours, so this is empty.",
    ),
  timezone: timezoneOrNull(
    "The creator's IANA time zone, used for usual times. Null means the watchlist's zone, else one learned from how starts shift when clocks change.",
  ),
});

/** A JSON object. Requests are parsed JSON, so no check is needed. */
const object = () => z.looseObject({}) as unknown as z.ZodType<JsonObject, JsonObject>;

/** The fields of all kinds. Also the form if the kind is unknown, so that other errors are reported too. */
export const targetForm = () =>
  z.strictObject({
    kind: z.enum(kindNames, `must be one of: ${kindNames.join(", ")}`).describe("Kind of target."),
    params: object().describe("Parameters of its kind that identify it."),
    ...common(),
    intervalSeconds: z
      .int()
      .default(60)
      .describe(
        "The longest time between two polls, in seconds, as far as the polling budget allows. Default: its kind's.",
      ),
    settings: object().prefault({}).describe("Settings of its kind."),
  });

const interval = (least: number, usual: number) =>
  z
    .int()
    .min(least, `must be ${least} or more`)
    .max(LONGEST_INTERVAL_SECONDS, `must be ${LONGEST_INTERVAL_SECONDS} or less`)
    .default(Math.max(least, usual))
    .describe(
      `The longest time between two polls, in seconds, as far as the polling budget allows. Default: ${usual}.`,
    );

const created = new Map<string, z.ZodObject>();

/** The form of a target kind; `least` is the shortest interval, seconds. Cached, because imports parse thousands. */
export function formOfKind(name: string, least: number): z.ZodObject {
  const key = `${name}|${least}`;
  const kind = targetKinds[name]!;
  const form =
    created.get(key) ??
    z.strictObject({
      kind: z.literal(name).describe(kind.title),
      params: (kind.params() as z.ZodType<JsonObject>).describe("Parameters that identify it."),
      ...common(comesAndGoes(kind)),
      intervalSeconds: interval(least, kind.intervalSeconds),
      settings: (kind.settings() as z.ZodType<JsonObject>).prefault({}).describe("Settings of this kind."),
    });
  created.set(key, form);
  return form;
}

/** The columns of a target beyond its form: its identity, and the state of polls. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface is no Record
export type OwnOfTarget = {
  identity: string;
  /** The identity before it was resolved, such as a handle; null for none. */
  alias: string | null;
  params: JsonObject;
  /** The state of its kind; null before the first successful poll. */
  state: Json;
  fault: Fault | null;
  consecutiveFaults: number;
  lastOkAt: number | null;
  /** Since when a verdict has been missing, once that is too long; null while the state is known. */
  unknownSince: number | null;
  /** From the schedule; omitted in reads of many targets. */
  lastPolledAt?: number | null;
  judgedAt?: number | null;
  onAir?: boolean;
  /** Observed starts and ends; null for none. */
  past?: Past | null;
  /** The time zone of its watchlist; omitted in reads of many targets. */
  listTimezone?: string | null;
  /** Since when `usualHours` are as they are; null for none. */
  hoursAt?: number | null;
  /** Stretches without knowledge of its state in the last days; null before the first verdict. */
  gaps?: [from: number, to: number][] | null;
  /** Since when it is paused; null while it is enabled. */
  pausedAt?: number | null;
  expectedAt?: number | null;
  expectedConfidence?: number | null;
};

/** A target with the state of polls. Instants are epoch ms. */
export type Target = Stored<ReturnType<typeof targetForm>, OwnOfTarget>;

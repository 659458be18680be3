import * as z from "zod";
import { isTimezone } from "../core/calendar.ts";
import { matchesType } from "../core/event.ts";
import { LANGUAGES } from "../core/language.ts";
import type { Json } from "../core/json.ts";
import { lazy } from "../core/lazy.ts";
import { ok, type Result } from "../core/result.ts";
import { didYouMean } from "../core/nearest.ts";
import { iso, isoOrNull } from "../core/instant.ts";
import { eventTypeNames } from "../kinds/events.ts";
import { instantForm } from "./form.ts";
import type { Displayed } from "./resource.ts";
import { instant } from "./shape-fields.ts";

/** SQL over `t`, with a `?` for a JSON array of watchlist ids: rows of these watchlists. */
export const WITHIN_LIST = "t.watchlist_id IN (SELECT value FROM json_each(?))";

/**
 * The same for rows with a watchlist, a target or both. All that they refer to must belong to these watchlists, and
 * they must refer to something.
 */
export const WITHIN_BOTH = `(SELECT min(list IN (SELECT value FROM json_each(?))) FROM (
  SELECT t.watchlist_id AS list UNION ALL SELECT o.watchlist_id FROM targets o WHERE o.id = t.target_id
) WHERE list IS NOT NULL)`;

/** The watchlist of targets that name no other. */
export const DEFAULT_WATCHLIST = "wl_default";

/** A name of 1 to `max` characters after trimming. */
export const nameText = (max: number) =>
  z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(max, `must have at most ${max} characters`)
    .describe(`The name: 1 to ${max} characters.`);

/** The language of messages; null means `otherwise`. */
export const languageOrNull = (otherwise: string) =>
  z
    .enum(LANGUAGES, `must be one of: ${LANGUAGES.join(", ")}`)
    .nullable()
    .default(null)
    .describe(`The language of messages; null means ${otherwise}.`);

/** The name of an IANA zone. */
export const timezoneText = () => z.string().refine(isTimezone, "must be an IANA time zone such as Europe/Berlin");

/** The same, optional. */
export const timezoneOrNull = (about: string) => timezoneText().nullable().default(null).describe(about);

/** All event types and prefixes. */
const eventPatterns = lazy(() => [
  ...eventTypeNames,
  ...new Set(eventTypeNames.map((type) => `${type.slice(0, type.indexOf("."))}.*`)),
]);

/** An exact event type, a prefix such as `live.*`, or `*`. A pattern without a matching type is rejected. */
export const eventPattern = () =>
  z.string().superRefine((text, context) => {
    const wellFormed = text === "*" || /^[a-z_]+\.(\*|[a-z_]+)$/.test(text);
    if (wellFormed && eventTypeNames.some((type) => matchesType(text, type))) return;
    const meant = didYouMean(text, eventPatterns());
    const message = `must be a known event type, a prefix such as live.*, or *${meant || ";"} known are: ${eventTypeNames.join(", ")}`;
    context.addIssue({ code: "custom", message });
  });

/** What ids in queries refer to, by their schema. */
const sought = z.registry<{ of: string }>();

/** An optional id in a query: of a record of the resource `of`, or of an event. It must exist. */
export function soughtId(of: string) {
  const id = z.string().optional();
  sought.add(id, { of });
  return id;
}

/** What the id in a query refers to; null for other parameters. */
export const soughtBy = (parameter: z.core.$ZodType): string | null =>
  sought.get(parameter)?.of ?? (parameter instanceof z.ZodOptional ? soughtBy(parameter.unwrap()) : null);

/** The id of a record that must exist. */
export const idText = (about: string) => z.string().describe(about);

/** The same, optional. */
export const idOrNull = (about: string) => z.string().nullable().default(null).describe(about);

export const enabledFlag = (about: string) => z.boolean().default(true).describe(`${about} Default: true.`);

/** An instant in a form, and its serialization. */
export const instantField = { form: instantForm, shown: { schema: instant, write: iso } satisfies Displayed<number> };

export const instantOrNull = {
  form: () => instantForm().nullable().default(null),
  shown: { schema: () => instant().nullable(), write: isoOrNull } satisfies Displayed<number | null>,
};

/** A flag in a query. */
export const flagText = () =>
  z
    .enum(["true", "false"], "must be true or false")
    .transform((text) => text === "true")
    .meta({ type: "boolean" });

/** Reads a number in a column of an import. Other text is left to the form, which says what it must be. */
export const numberCell = (cell: string): Result<Json, never> =>
  ok(/^-?\d{1,15}(\.\d{1,9})?$/.test(cell) ? Number(cell) : cell);

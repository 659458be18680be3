import * as z from "zod";
import { isTimezone } from "../core/calendar.ts";
import { matchesType } from "../core/event.ts";
import { LANGUAGES } from "../core/language.ts";
import { lazy } from "../core/lazy.ts";
import { iso, isoOrNull } from "../core/instant.ts";
import { eventTypeNames } from "../targets/events.ts";
import { instantForm } from "./instant-form.ts";
import type { Shown } from "./resource.ts";

/** The watchlist that targets join unless they name another. */
export const DEFAULT_WATCHLIST = "wl_default";

/** An instant as answers write it. */
export const instant = lazy(() => z.iso.datetime({ precision: 3 }));

/** A name: one to `most` characters once blanks around it are gone. */
export const nameText = (max: number) =>
  z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(max, `must have at most ${max} characters`)
    .describe(`The name: 1 to ${max} characters.`);

/** What messages are written in; null: `otherwise`. */
export const languageOrNull = (otherwise: string) =>
  z
    .enum(LANGUAGES, `must be one of: ${LANGUAGES.join(", ")}`)
    .nullable()
    .default(null)
    .describe(`The language of messages; null means ${otherwise}.`);

/** The name of an IANA zone. */
export const timezoneText = () => z.string().refine(isTimezone, "must be an IANA time zone such as Europe/Berlin");

/** The same, which may be left out. */
export const timezoneOrNull = (about: string) => timezoneText().nullable().default(null).describe(about);

/** An exact event type, a prefix such as `live.*`, or `*`; one that no event has is refused. */
export const eventPattern = () =>
  z.string().superRefine((text, context) => {
    const wellFormed = text === "*" || /^[a-z_]+\.(\*|[a-z_]+)$/.test(text);
    if (wellFormed && eventTypeNames.some((type) => matchesType(text, type))) return;
    const message = `must be a known event type, a prefix such as live.*, or *; known are: ${eventTypeNames.join(", ")}`;
    context.addIssue({ code: "custom", message });
  });

/** The id of a record that must be there. */
export const idText = (about: string) => z.string().describe(about);

/** The same, which may be left out. */
export const idOrNull = (about: string) => z.string().nullable().default(null).describe(about);

export const enabledFlag = (about: string) => z.boolean().default(true).describe(`${about} Default: true.`);

/** An instant in a form, and how it is shown. */
export const instantField = { form: instantForm, shown: { schema: instant, write: iso } satisfies Shown<number> };

export const instantOrNull = {
  form: () => instantForm().nullable().default(null),
  shown: { schema: () => instant().nullable(), write: isoOrNull } satisfies Shown<number | null>,
};

/** A flag in a query. */
export const flagText = () =>
  z
    .enum(["true", "false"], "must be true or false")
    .transform((text) => text === "true")
    .meta({ type: "boolean" });

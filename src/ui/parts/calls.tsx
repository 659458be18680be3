import type { FieldError } from "../../core/refusal.ts";
import type { Fields } from "../forms/fields.ts";
import { SETTINGS } from "../nav.ts";
import { marked, t } from "../words/text.ts";
import { choiceOf, plainControl } from "../forms/controls.ts";
import { Field } from "./form.tsx";

/** Where the calls per minute are displayed, and owners change them. */
export const CALLS_SETTING = `${SETTINGS}#calls`;

/** The names of the two fields: a number, and what it is allowed in. */
export const CALLS = "/calls";
export const CALLS_PER = "/callsPer";

/** The minutes of each unit. A month is the longest, so that no month gets more than is allowed. */
const MINUTES: Record<string, number> = { minute: 1, hour: 60, day: 24 * 60, month: 31 * 24 * 60 };

const UNITS: Record<string, string> = {
  minute: marked("per minute"),
  hour: marked("per hour"),
  day: marked("per day"),
  month: marked("per month"),
};

/** What somebody typed for the calls that a service allows. */
export interface TypedCalls {
  number: string;
  per: string;
}

export const typedCalls = (fields: Fields): TypedCalls => ({
  number: fields.text(CALLS).trim(),
  per: Object.hasOwn(MINUTES, fields.text(CALLS_PER)) ? fields.text(CALLS_PER) : "minute",
});

/** A whole number, with or without separators of thousands. */
const WHOLE = /^\d{1,12}$|^\d{1,3}(?:[.,'’\s]\d{3}){1,3}$/;

/**
 * Returns the calls per minute that were typed, rounded down so that the service never gets more than it allows, or
 * why they can't be used. `most` is what the installation carries.
 */
export function perMinuteTyped({ number, per }: TypedCalls, most: number): number | FieldError[] {
  const wrong = (message: string) => [{ pointer: CALLS, message }];
  if (!WHOLE.test(number)) return wrong(t("Enter a whole number, such as 60."));
  const perMinute = Math.floor(Number(number.replaceAll(/\D/g, "")) / MINUTES[per]!);
  if (perMinute < 1)
    return wrong(t("That is less than one call per minute. Tallylight needs at least one: 1,440 per day."));
  return perMinute <= most ? perMinute : wrong(t("This installation carries at most {n} per minute.", { n: most }));
}

interface CallsProps {
  typed: TypedCalls;
  errors?: FieldError[];
  hint?: string;
}

/** A number of calls, and the time in which so many are allowed. */
export const CallsFields = ({ typed, errors = [], hint = "" }: CallsProps) => (
  <div class="calls">
    <Field
      pointer={CALLS}
      id="calls-number"
      label={t("Calls your service allows")}
      control={plainControl({ sort: "number" })}
      value={typed.number}
      errors={errors}
      hint={hint}
    />
    <Field
      pointer={CALLS_PER}
      id="calls-per"
      label={t("Period")}
      value={typed.per}
      {...choiceOf(Object.fromEntries(Object.entries(UNITS).map(([unit, words]) => [unit, t(words)])))}
      hint=""
    />
  </div>
);

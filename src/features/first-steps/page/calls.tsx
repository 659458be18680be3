import type { AccountView } from "../../../engine/upstream/shape.ts";
import type { FieldError } from "../../../core/refusal.ts";
import type { ConfiguredBudget } from "../../../core/budget.ts";
import type { Fields } from "../../../ui/forms/fields.ts";
import { CALLS, CALLS_SETTING, CallsFields, perMinuteTyped, typedCalls } from "../../../ui/parts/calls.tsx";
import { grouped } from "../../../core/numbers-as-text.ts";
import { language, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

/** The field that says whether the number is known. */
const KNOWN = "/callsKnown";

/** Calls per minute where nobody knows how many are allowed: few services allow less. */
const CAREFUL = 10;

const carefulOf = ({ most }: ConfiguredBudget): number => Math.min(most, CAREFUL);

/** The number that is displayed before anybody typed: what a connected account has, otherwise none. */
const before = ({ source, pollsPerMinute }: AccountView): string => (source === "api" ? String(pollsPerMinute) : "");

/**
 * Returns the calls per minute that the form allows, or what is wrong. Undefined for no change: the environment decides,
 * or the form does not ask. A number that was typed is an answer, whatever is chosen beside it.
 */
export function callsAllowed(
  fields: Fields,
  budget: ConfiguredBudget,
  view: AccountView,
): number | undefined | FieldError[] {
  if (budget.environment !== null || !fields.has(CALLS)) return undefined;
  const typed = typedCalls(fields);
  const unknown = fields.text(KNOWN) === "no" && (typed.number === "" || typed.number === before(view));
  return unknown ? carefulOf(budget) : perMinuteTyped(typed, budget.most);
}

interface Props {
  fields: Fields;
  budget: ConfiguredBudget;
  view: AccountView;
  errors: FieldError[];
}

/** Asks how many calls the service allows. */
export function CallsQuestion({ fields, budget, view, errors }: Props) {
  if (budget.environment !== null)
    return (
      <p class="soft small">
        <T
          of="Up to {n} calls per minute, as set on the server. <a>Settings</a>"
          n={grouped(language(), budget.environment)}
          a={(text) => <a href={CALLS_SETTING}>{text}</a>}
        />
      </p>
    );
  const asked = fields.has(CALLS);
  const typed = asked ? typedCalls(fields) : { number: before(view), per: "minute" };
  const known = asked ? fields.text(KNOWN) !== "no" : typed.number !== "";
  const n = carefulOf(budget);
  return (
    <fieldset class="flow tight-flow allowed">
      <legend class="lab">{t("How many calls does your service allow?")}</legend>
      <p class="soft small">{t("Its price list or your contract says so. Tallylight never makes more.")}</p>
      <label class="pick">
        <input type="radio" name={KNOWN} value="yes" checked={known} />
        <span>{t("This many")}</span>
      </label>
      <CallsFields typed={typed} errors={errors} />
      <label class="pick">
        <input type="radio" name={KNOWN} value="no" checked={!known} />
        <span>{t("I don’t know")}</span>
      </label>
      <p class="soft small">
        {t("Then we start with {n} per minute: enough for {n} creators every minute. Change it later in Settings.", {
          n,
        })}
      </p>
    </fieldset>
  );
}

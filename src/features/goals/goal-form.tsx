import { lazy } from "../../core/lazy.ts";
import type { FieldError } from "../../core/refusal.ts";
import { goal } from "./resource/goal.ts";
import { firstMonthOf, monthOf, type MonthlyGoal } from "../../core/goal.ts";
import { monthAfter } from "../../core/calendar-period.ts";
import { monthWords } from "./page/words.ts";
import type { Fields } from "../../ui/forms/fields.ts";
import { GOALS } from "../../ui/nav.ts";
import { numberText, choiceOf, controlsOf, filled } from "../../ui/forms/controls.ts";
import { errorWords } from "../../ui/words/problem.ts";
import { marked, t } from "../../ui/words/text.ts";
import { Button, Field, Form, Wrongs } from "../../ui/parts/form.tsx";
import { useScene } from "../../ui/parts/scene.ts";
import { ZoneField } from "../../ui/parts/zone.tsx";

/** The fields of a goal's form, as JSON Pointers. */
const GOAL_FIELDS = ["/hours", "/validDays", "/validDayMinutes", "/timezone", "/startsOn"];

const NO_AMOUNT = marked("Enter hours, valid days or both.");

/** The controls of a goal's form. */
export const goalControls = lazy(() => controlsOf(goal.form(), GOAL_FIELDS));

/** The month from which a goal counts: the one that it names, else the one that follows from when it was made. */
export const firstMonth = ({ startsOn, createdAt }: { startsOn: string | null; createdAt: number }, zone: string) =>
  startsOn?.slice(0, 7) ?? firstMonthOf(monthOf(createdAt, zone), createdAt);

/** The months that a goal may start in: the one that it starts in by itself, or has, is first and empty. */
function startsIn(now: number, zone: string, has: string | null): Record<string, string> {
  const month = monthOf(now, zone).name;
  const first = has ?? firstMonth({ startsOn: null, createdAt: now }, zone);
  const others = [month, monthAfter(month, 1)].filter((one) => one !== first);
  return { "": monthWords(first), ...Object.fromEntries(others.map((one) => [`${one}-01`, monthWords(one)])) };
}

interface GoalFieldsProps {
  value: (pointer: string) => string;
  errors: FieldError[];
  /** The month that it has started in, of a goal that is there. */
  started?: string;
  /** Tells the fields of several goals on a page apart. */
  at?: string;
  /** False where its zone is not known, which stays. */
  zoned?: boolean;
}

/** The fields of a goal, without its owner. */
export const GoalFields = ({ value, errors: all, started, at = "goal", zoned = true }: GoalFieldsProps) => {
  // That neither amount is there concerns both.
  const errors = all.map((one) => (one.message.startsWith("is required") ? { ...one, message: NO_AMOUNT } : one));
  const field = filled({ value, errors, at, controls: goalControls() });
  const { now, session } = useScene();
  return (
    <>
      <Wrongs errors={errors} shown={GOAL_FIELDS} />
      <div class="two">
        <Field {...field("/hours")} label={t("Hours live")} hint="" />
        <Field {...field("/validDays")} label={t("Valid days")} hint="" />
      </div>
      <div class="two">
        <Field
          {...field("/validDayMinutes")}
          value={value("/validDayMinutes") || "60"}
          label={t("Minimum minutes per valid day")}
          hint=""
        />
        {zoned ? (
          <ZoneField
            name="/timezone"
            id={`${at}-zone`}
            value={value("/timezone")}
            errors={errors}
            none={t("The creator’s own")}
            hint={t("Type a city to count days there.")}
          />
        ) : null}
      </div>
      <Field
        {...field("/startsOn")}
        {...choiceOf(startsIn(now, session?.timezone ?? "UTC", started ?? null))}
        label={t("Counts from")}
        hint={t("Whoever was added after the 3rd of a month starts the month after.")}
      />
    </>
  );
};

interface ChangeProps {
  one: MonthlyGoal & { id: string; startsOn: string | null; createdAt: number; timezone?: string | null };
  zone: string;
  at: string;
  /** The page that it leads back to; the goal's own by default. */
  from?: string;
  /** What was typed, and is wrong. */
  typed?: { fields: Fields; errors: FieldError[] } | null;
}

/** A goal as a form, folded unless something in it is wrong. Its zone stays where it is not known. */
export const ChangeGoal = ({ one, zone, at, from, typed = null }: ChangeProps) => {
  const stored: Record<string, string | number | null | undefined> = {
    "/hours": one.hours === null ? null : numberText(one.hours),
    "/validDays": one.validDays,
    "/validDayMinutes": one.validDayMinutes,
    "/timezone": one.timezone,
  };
  return (
    <details class="fold" open={typed !== null}>
      <summary>{t("Change goal")}</summary>
      <Form action={`${GOALS}/${one.id}`} class="flow">
        {from === undefined ? null : <input type="hidden" name="from" value={from} />}
        <GoalFields
          value={(pointer) => (typed === null ? String(stored[pointer] ?? "") : typed.fields.text(pointer))}
          errors={typed?.errors ?? []}
          started={firstMonth(one, zone)}
          at={at}
          zoned={one.timezone !== undefined}
        />
        <p class="line">
          <Button look="main">{t("Save")}</Button>
        </p>
      </Form>
    </details>
  );
};

const LABELS: Record<string, string> = {
  "/hours": marked("Hours live"),
  "/validDays": marked("Valid days"),
  "/validDayMinutes": marked("Minimum minutes per valid day"),
  "/timezone": marked("Time zone"),
  "/startsOn": marked("Counts from"),
};

/** Returns the errors of a collapsed form as text: "Hours live: Enter more than 0." */
export const goalWrongs = (errors: FieldError[]): string =>
  errors[0]?.message.startsWith("is required") === true
    ? t(NO_AMOUNT)
    : errors.map((one) => `${t(LABELS[one.pointer] ?? one.pointer)}: ${errorWords([one])}`).join(" ");

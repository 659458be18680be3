import { lazy } from "../../core/lazy.ts";
import type { FieldError } from "../../core/refusal.ts";
import { goal } from "./resource/goal.ts";
import { firstMonthOf, monthOf } from "../../core/goal.ts";
import { monthAfter } from "../../core/calendar-period.ts";
import { monthWords } from "./page/words.ts";
import { choiceOf, controlsOf, filled } from "../../ui/forms/controls.ts";
import { marked, t } from "../../ui/words/text.ts";
import { Field, Wrongs } from "../../ui/parts/form.tsx";
import { useScene } from "../../ui/parts/scene.ts";
import { ZoneField } from "../../ui/parts/zone.tsx";

/** The fields of a goal's form, as JSON Pointers. */
const GOAL_FIELDS = ["/hours", "/validDays", "/validDayMinutes", "/timezone", "/startsOn"];

/** The controls of a goal's form. */
export const goalControls = lazy(() => controlsOf(goal.form(), GOAL_FIELDS));

/** The months that a goal may start in: the one that it starts in by itself is first and empty. */
function startsIn(now: number, zone: string): Record<string, string> {
  const month = monthOf(now, zone);
  const first = firstMonthOf(month, now);
  const other = first === month.name ? monthAfter(first, 1) : month.name;
  return { "": monthWords(first), [`${other}-01`]: monthWords(other) };
}

interface GoalFieldsProps {
  value: (pointer: string) => string;
  errors: FieldError[];
}

/** The fields of a goal, without its owner. */
export const GoalFields = ({ value, errors }: GoalFieldsProps) => {
  const field = filled({ value, errors, at: "goal", controls: goalControls() });
  const { now, zone } = useScene();
  return (
    <>
      <Wrongs errors={errors} shown={GOAL_FIELDS} />
      <div class="two">
        <Field {...field("/hours")} label={t("Hours live")} placeholder="40" hint="" />
        <Field {...field("/validDays")} label={t("Valid days")} placeholder="20" hint="" />
      </div>
      <div class="two">
        <Field {...field("/validDayMinutes")} label={t("Minimum minutes per valid day")} placeholder="60" hint="" />
        <ZoneField
          name="/timezone"
          id="goal-zone"
          value={value("/timezone")}
          errors={errors}
          none={t("The creator’s own")}
          hint={t("Type a city to count days there.")}
        />
      </div>
      <Field
        {...field("/startsOn")}
        {...choiceOf(startsIn(now, zone))}
        label={t("Counts from")}
        hint={t("Whoever was added after the 3rd of a month starts the month after.")}
      />
    </>
  );
};

const LABELS: Record<string, string> = {
  "/hours": marked("Hours live"),
  "/validDays": marked("Valid days"),
  "/validDayMinutes": marked("Minimum minutes per valid day"),
  "/timezone": marked("Time zone"),
  "/startsOn": marked("Counts from"),
};

/** Returns the errors of a collapsed form as text: "Hours live must be more than 0". */
export const goalWrongs = (errors: FieldError[]): string =>
  errors[0]?.message.startsWith("is required") === true
    ? t("Enter hours, valid days or both.")
    : errors.map(({ pointer, message }) => `${t(LABELS[pointer] ?? pointer)} ${t(message)}.`).join(" ");

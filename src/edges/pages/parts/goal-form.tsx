import { lazy } from "../../../core/lazy.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { goal } from "../../../resources/goals/goal.ts";
import { controlsOf } from "../forms/controls.ts";
import { filled } from "../forms/filled.ts";
import { Field, Wrongs } from "./form.tsx";
import { ZoneChoice } from "./zone.tsx";

/** What is asked for in each month, by the fields' JSON Pointers. */
const GOAL_FIELDS = ["/hours", "/validDays", "/validDayMinutes", "/timezone"];

/** What a goal's form may say. */
export const goalControls = lazy(() => controlsOf(goal.form(), GOAL_FIELDS));

interface GoalFieldsProps {
  value: (pointer: string) => string;
  errors: FieldError[];
}

/** The fields of a goal, without whose it is. */
export const GoalFields = ({ value, errors }: GoalFieldsProps) => {
  const field = filled({ value, errors, at: "goal", controls: goalControls() });
  return (
    <>
      <Wrongs errors={errors} shown={GOAL_FIELDS} />
      <Field {...field("/hours")} label="Hours live" placeholder="40" hint="" />
      <Field {...field("/validDays")} label="Valid days" placeholder="20" hint="" />
      <Field {...field("/validDayMinutes")} label="Minutes that make a day valid" hint="" />
      <div class="field">
        <label for="goal-zone">Time zone</label>
        <ZoneChoice name="/timezone" id="goal-zone" value={value("/timezone")} none="The creator’s or the list’s" />
      </div>
    </>
  );
};

const LABELS: Record<string, string> = {
  "/hours": "Hours live",
  "/validDays": "Valid days",
  "/validDayMinutes": "Minutes that make a day valid",
  "/timezone": "Time zone",
};

/** What is wrong with a form that stands folded: "Hours live must be more than 0". */
export const goalWrongs = (errors: FieldError[]): string =>
  errors[0]?.message.startsWith("is required") === true
    ? "Enter hours, valid days or both."
    : errors.map(({ pointer, message }) => `${LABELS[pointer] ?? pointer} ${message}.`).join(" ");

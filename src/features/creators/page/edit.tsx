import type { FieldError } from "../../../core/refusal.ts";
import { isObject, type Json, type JsonObject } from "../../../core/json.ts";
import { mentionDisplayed } from "../../../resources/ref.ts";
import { formOfKind, type Target } from "../resource/form.ts";
import { Conflict, type Differing } from "../../../ui/parts/conflict.tsx";
import { controlsOf, type Control } from "../../../ui/forms/controls.ts";
import { Button, Field, Form, Wrongs } from "../../../ui/parts/form.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { ZoneField } from "../../../ui/parts/zone.tsx";
import { intervalWords, PRIORITIES } from "./words.ts";
import { invalid, type Refusal } from "../../../core/refusal.ts";
import { ok, type Result } from "../../../core/result.ts";
import { hoursText, readHours } from "../../../core/hours-text.ts";
import type { WeeklyHours } from "../../../core/weekly-hours.ts";
import { language, marked, meant, t } from "../../../ui/words/text.ts";

const COMMON: Record<string, string> = {
  "/name": marked("Name"),
  "/watchlistId": marked("List"),
  "/intervalSeconds": marked("How often to check"),
  "/priority": marked("Priority"),
  "/mention": marked("Mention in alerts"),
  "/enabled": marked("Active"),
};

export const TIME_ZONE = "/timezone";
export const USUAL_HOURS = "/usualHours";
export const HANDLE = "/params/handle";
const MENTION = "/mention";

const INTERVALS = [10, 30, 60, 300, 900, 3600, 21_600, 86_400];

/** The editable fields of a kind: their pointers with labels. */
export interface Edited {
  kind: string;
  labels: Record<string, string>;
}

/** Returns the fields that all kinds have in common, and the given settings. */
export const editedOf = (kind: string, settings: Record<string, string> = {}): Edited => ({
  kind,
  labels: { ...COMMON, ...settings },
});

/** Returns the controls of the editable fields; `least` is the shortest interval, seconds. */
export const controlsOfEdited = ({ kind, labels }: Edited, least: number): Map<string, Control> =>
  controlsOf(formOfKind(kind, least), Object.keys(labels));

/** Returns the fields of a target as they appear in the form. */
export const valuesOf = ({ labels }: Edited, one: Target): Map<string, string> =>
  new Map(Object.keys(labels).map((pointer) => [pointer, textAt(one as unknown as JsonObject, pointer)]));

function textAt(one: JsonObject, pointer: string): string {
  if (pointer === MENTION) return [mentionDisplayed.write(one["mention"] as Target["mention"]) ?? []].flat().join(", ");
  if (pointer === USUAL_HOURS) return hoursText((one["usualHours"] ?? []) as unknown as WeeklyHours[], language());
  let at: Json | undefined = one;
  for (const part of pointer.slice(1).split("/")) at = isObject(at) ? at[part] : undefined;
  return at === undefined || at === null || typeof at === "object" ? "" : String(at);
}

export const EXAMPLE_HOURS: WeeklyHours[] = [{ days: ["mon", "tue", "wed", "thu", "fri"], from: "20:00", to: "23:00" }];

/** Reads hours that a person typed. The error says which word is not understood. */
export function typedHours(text: string): Result<JsonObject, Refusal> {
  const read = readHours(text, language());
  if (Array.isArray(read)) return ok({ usualHours: read as unknown as Json });
  const example = hoursText(EXAMPLE_HOURS, language());
  return invalid(
    USUAL_HOURS,
    read.word === null
      ? t("Write days and times, such as: {example}", { example })
      : t("We don’t understand “{word}”. Write days and times, such as: {example}", {
          word: displayedName(read.word),
          example,
        }),
  );
}

interface EditProps {
  edited: Edited;
  /** The page of the target. */
  at: string;
  one: Target;
  lists: { id: string; name: string }[];
  least: number;
  /** The values in the form. */
  values: Map<string, string>;
  errors: FieldError[];
  /** True if others changed the target since the form was opened. */
  changed: boolean;
}

/** Returns the words of each value, for fields with choices. */
function wordsOf({ one, lists, least, values }: EditProps): Record<string, Record<string, string>> {
  const seconds = new Set([...INTERVALS.filter((every) => every >= least), one.intervalSeconds]);
  const requested = Number(values.get("/intervalSeconds"));
  if (Number.isInteger(requested) && requested > 0) seconds.add(requested);
  const intervals = [...seconds].sort((a, b) => a - b);
  return {
    "/watchlistId": Object.fromEntries(lists.map((list) => [list.id, displayedName(list.name)])),
    "/intervalSeconds": Object.fromEntries(
      intervals.map((every) => [`${every}`, intervalWords({ enabled: true, intervalSeconds: every })]),
    ),
    "/priority": Object.fromEntries(Object.entries(PRIORITIES).map(([value, reported]) => [value, t(reported)])),
    "/enabled": { true: t("yes"), false: t("no") },
  };
}

/** Returns the fields that others and the reader changed differently. */
function differingIn({ edited, one, values }: EditProps, words: ReturnType<typeof wordsOf>): Differing[] {
  const now = valuesOf(edited, one);
  const reported = (pointer: string, value: string) => words[pointer]?.[value] ?? displayedName(value, t("nothing"));
  return Object.entries(edited.labels).flatMap(([pointer, label]) => {
    const [is, yours] = [now.get(pointer)!, values.get(pointer) ?? ""];
    return is === yours
      ? []
      : { pointer, label: t(label), now: reported(pointer, is), yours: reported(pointer, yours) };
  });
}

const TimeZone = ({ label, value, errors }: { label: string; value: string; errors: FieldError[] }) => (
  <ZoneField
    name={TIME_ZONE}
    id="time-zone"
    label={label}
    value={value}
    errors={errors}
    none={t("Not set")}
    hint={t(
      "Type a city, such as New York. Used for usual times. If empty, the list’s time zone applies, or the one that past streams suggest.",
    )}
  />
);

/** The form of a target, with the revision that it was filled from. */
export function EditForm(props: EditProps) {
  const { edited, at, one, values, errors, changed, least } = props;
  const words = wordsOf(props);
  const controls = controlsOfEdited(edited, least);
  const pointers = Object.keys(edited.labels);
  const hints: Record<string, string> = {
    "/name": "",
    "/watchlistId": "",
    "/intervalSeconds": t("May be slower if you run out of checks."),
    "/priority": t("Who is checked first if you run out of checks."),
    [MENTION]: t("Also pinged in every alert about this creator: @here, or a role or person such as role:123."),
    "/enabled": "",
    [HANDLE]: t("If it belongs to someone else, we start over with them."),
    [USUAL_HOURS]: t(
      "If you know them, in the time zone above: Mon–Fri 20:00–23:00, or weekends from 8pm. We check more often then.",
    ),
  };
  return (
    <details class="card pad" data-key="edit" open={changed || errors.length > 0}>
      <summary>{meant("action", "Edit")}</summary>
      <Wrongs errors={errors} shown={pointers} />
      <Form action={at} class="flow">
        <input type="hidden" name="revision" value={String(one.revision)} />
        {changed ? <Conflict differing={differingIn(props, words)} by={null} noun="page" href={at} /> : null}
        {pointers.map((pointer) => {
          if (pointer === TIME_ZONE)
            return <TimeZone label={t(edited.labels[pointer]!)} value={values.get(pointer) ?? ""} errors={errors} />;
          const control = controls.get(pointer)!;
          const chosen = pointer !== "/enabled" && words[pointer] !== undefined;
          return (
            <Field
              pointer={pointer}
              label={t(edited.labels[pointer]!)}
              control={chosen ? { ...control, sort: "choice", choices: Object.keys(words[pointer]!) } : control}
              value={values.get(pointer) ?? ""}
              errors={errors}
              {...(chosen ? { words: words[pointer]! } : {})}
              {...(hints[pointer] === undefined ? {} : { hint: hints[pointer] })}
            />
          );
        })}
        <p class="line">
          <Button {...(changed ? {} : { look: "main" as const })}>{t("Save")}</Button>
        </p>
      </Form>
    </details>
  );
}

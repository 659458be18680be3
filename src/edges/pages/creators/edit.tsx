import type { FieldError } from "../../../core/refusal.ts";
import type { AnyKept } from "../../../resources/resource.ts";
import { formOfKind, type Target } from "../../../resources/targets/form.ts";
import { controlsOf, type Control } from "../forms/controls.ts";
import { Button, ButtonLink, Field, Form, Wrongs } from "../parts/form.tsx";
import { shownName } from "../parts/name.tsx";
import { Note } from "../parts/pieces.tsx";
import { intervalWords, PRIORITIES } from "./words.ts";

const EDITED = ["/name", "/watchlistId", "/intervalSeconds", "/priority", "/enabled"];

const LABELS: Record<string, string> = {
  "/name": "Name",
  "/watchlistId": "List",
  "/intervalSeconds": "Checked",
  "/priority": "Where calls are short",
  "/enabled": "Watched",
};

const INTERVALS = [10, 30, 60, 300, 900, 3600, 21_600, 86_400];

/** The fields that may be edited; `least` is the shortest interval, seconds. */
export const controlsOfCreator = (least: number): Map<string, Control> => controlsOf(formOfKind("live", least), EDITED);

/** The fields of a creator as they stand in the form. */
export const valuesOf = (one: Target): Map<string, string> =>
  new Map(EDITED.map((pointer) => [pointer, String((one as unknown as AnyKept)[pointer.slice(1)])]));

interface EditProps {
  one: Target;
  lists: { id: string; name: string }[];
  least: number;
  /** What is in the form. */
  values: Map<string, string>;
  errors: FieldError[];
  /** True where others changed it since the form was opened. */
  changed: boolean;
}

/** What each value means, of fields that are chosen. */
function wordsOf({ one, lists, least, values }: EditProps): Record<string, Record<string, string>> {
  const seconds = new Set([...INTERVALS.filter((every) => every >= least), one.intervalSeconds]);
  const asked = Number(values.get("/intervalSeconds"));
  if (Number.isInteger(asked) && asked > 0) seconds.add(asked);
  const intervals = [...seconds].sort((a, b) => a - b);
  return {
    "/watchlistId": Object.fromEntries(lists.map((list) => [list.id, shownName(list.name)])),
    "/intervalSeconds": Object.fromEntries(
      intervals.map((every) => [`${every}`, intervalWords({ enabled: true, intervalSeconds: every })]),
    ),
    "/priority": PRIORITIES,
    "/enabled": { true: "yes", false: "no" },
  };
}

/** Both values of what differs: whose shall stand is the reader's choice. */
const Conflict = ({ props, words }: { props: EditProps; words: ReturnType<typeof wordsOf> }) => {
  const { one, values } = props;
  const now = valuesOf(one);
  const said = (pointer: string, value: string) => words[pointer]?.[value] ?? shownName(value, "nothing");
  const differing = EDITED.filter((pointer) => now.get(pointer) !== values.get(pointer));
  return (
    <Note tone="hand" alert>
      <p class="strong">Somebody else changed it meanwhile. Yours was not saved.</p>
      <ul>
        {differing.map((pointer) => (
          <li>
            {LABELS[pointer]}: now <bdi class="strong">{said(pointer, now.get(pointer)!)}</bdi>, yours{" "}
            <bdi class="strong">{said(pointer, values.get(pointer) ?? "")}</bdi>
          </li>
        ))}
      </ul>
      <p class="acts">
        <ButtonLink href={`/creators/${one.id}`}>Keep it as it is now</ButtonLink>
        <span class="soft">or save yours below.</span>
      </p>
    </Note>
  );
};

/** The form of a creator; it names the revision that it was filled from. */
export function EditForm(props: EditProps) {
  const { one, values, errors, changed, least } = props;
  const words = wordsOf(props);
  const controls = controlsOfCreator(least);
  const hints: Record<string, string> = {
    "/watchlistId": "",
    "/intervalSeconds": "At the longest, as far as the calls a minute reach.",
    "/priority": "Who is checked first where the calls a minute do not reach.",
    "/enabled": "",
  };
  return (
    <section class="card pad flow" aria-labelledby="edit">
      <h2 id="edit">Change</h2>
      {changed ? <Conflict props={props} words={words} /> : null}
      <Wrongs errors={errors} shown={EDITED} />
      <Form action={`/creators/${one.id}`} class="flow">
        <input type="hidden" name="revision" value={String(one.revision)} />
        {EDITED.map((pointer) => {
          const control = controls.get(pointer)!;
          const chosen = pointer !== "/enabled" && words[pointer] !== undefined;
          return (
            <Field
              pointer={pointer}
              label={LABELS[pointer]!}
              control={chosen ? { ...control, sort: "choice", choices: Object.keys(words[pointer]!) } : control}
              value={values.get(pointer) ?? ""}
              errors={errors}
              {...(chosen ? { words: words[pointer]! } : {})}
              {...(hints[pointer] === undefined ? {} : { hint: hints[pointer] })}
            />
          );
        })}
        <p class="line">
          <Button look="main">{changed ? "Save mine" : "Save"}</Button>
        </p>
      </Form>
    </section>
  );
}

import { raw } from "hono/html";
import { once } from "../../../core/language.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { knownPlaceholders } from "../../../core/template.ts";
import { isObject } from "../../../core/json.ts";
import { eventTypeNames, eventTypes } from "../../../kinds/events.ts";
import { targetKinds } from "../../../kinds/registry.ts";
import { Field } from "../../../ui/parts/form.tsx";
import { Fold } from "../../../ui/parts/pieces.tsx";
import type { Draft } from "./draft.ts";
import { clause, happens, ON_END_CHOICES, ON_END_HINTS } from "./words.ts";
import { isNotified } from "./when.tsx";
import { fieldLabel } from "../../../ui/words/fields.ts";
import { language, marked, t } from "../../../ui/words/text.ts";

/** Placeholders for programs, which are not offered. */
const FOR_PROGRAMS = [
  "type",
  "kind",
  "sessionId",
  "roomId",
  "cid",
  "productId",
  "rankType",
  "groupType",
  "initial",
  "durationSeconds",
  "unknownSeconds",
  "unknown",
];

/** The placeholders of an event type's template. Objects are replaced by their parts. */
function placeholders(type: string): string[] {
  const example = eventTypes[type]!.example(0);
  const data = Object.entries(example).flatMap(([name, value]) =>
    isObject(value) ? Object.keys(value).map((part) => `${name}.${part}`) : name,
  );
  const known = knownPlaceholders(Object.keys(example)).filter((name) => !(name in example));
  return [...new Set([...known, ...data])].filter(
    (name) => !FOR_PROGRAMS.includes(name) && !/\.(cover|avatar|name|handle)$/.test(name),
  );
}

/** The clause of an event type: "someone goes live". */
const clauseOf = (type: string): string => {
  const { kinds } = eventTypes[type]!;
  if (kinds.length === 0) return happens(type);
  return clause(t(kinds.length === 1 ? targetKinds[kinds[0]!]!.page.alerts.some : marked("something")), happens(type));
};

/** The buttons that insert placeholders. Rendered once, because there are hundreds. */
const putIn = (type: string, names: string[]): string =>
  once(`put ${language()} ${type}`, () => {
    const displayed = (name: string) => fieldLabel(name.replace(/^(info|fields)\./, ""));
    return names.map((name) => `<button type="button" data-put="{{${name}}}">+ ${displayed(name)}</button>`).join("");
  });

/** The buttons that insert placeholders, and their names without scripts. */
function Placeholders({ type }: { type: string }) {
  const names = placeholders(type);
  return (
    <>
      <div class="ph" role="group" aria-label={t("Insert")}>
        {raw(putIn(type, names))}
      </div>
      <p class="hint by-hand">
        {t("Placeholders: {names}.", { names: names.map((name) => `{{${name}}}`).join(", ") })}
      </p>
    </>
  );
}

const OneTemplate = ({ type, draft, errors }: { type: string; draft: Draft; errors: FieldError[] }) => (
  <div class="tpl" data-type={type} data-by-name={eventTypes[type]!.onlyByName}>
    <Field
      pointer={`/template/${type}`}
      id={`tpl-${type.replace(".", "-")}`}
      label={t("First line, when {event}", { event: clauseOf(type) })}
      value={draft.template[type] ?? ""}
      errors={errors}
      lines={2}
      hint=""
    />
    <Placeholders type={type} />
  </div>
);

interface TellingProps {
  draft: Draft;
  errors: FieldError[];
}

/** Mentions and templates of an alert. */
export function Telling({ draft, errors }: TellingProps) {
  const [notified, rest] = [true, false].map((is) => eventTypeNames.filter((type) => isNotified(type, draft) === is));
  const invalid = (types: string[]) =>
    types.some(
      (type) => draft.template[type] !== undefined || errors.some((one) => one.pointer === `/template/${type}`),
    );
  return (
    <fieldset class="flow">
      <legend>{t("Message")}</legend>
      <Field
        pointer="/mention"
        label={t("Mention")}
        value={draft.mention}
        errors={errors}
        placeholder={t("paste a mention, or @here")}
        hint={t(
          "Separate several with spaces. In Discord, type the role with a \\ before it (\\@live-crew) and copy what appears. Nobody is pinged when a stream ends.",
        )}
      />
      <Fold title={t("Custom text")} open={invalid(notified!) || invalid(rest!)}>
        <div class="flow">
          <p class="hint">{t("Missing values are left empty. Leave a field empty to use the default text.")}</p>
          <div class="flow" data-told>
            {notified!.slice(0, 12).map((type) => (
              <OneTemplate type={type} draft={draft} errors={errors} />
            ))}
          </div>
          <Fold
            title={t("For events not selected above")}
            class="flow"
            open={invalid([...rest!, ...notified!.slice(12)])}
          >
            <div class="flow" data-untold>
              {[...notified!.slice(12), ...rest!].map((type) => (
                <OneTemplate type={type} draft={draft} errors={errors} />
              ))}
            </div>
          </Fold>
        </div>
      </Fold>
      <div class="opt" role="radiogroup" aria-label={t("When the stream ends")}>
        <span class="lab">{t("When the stream ends")}</span>
        {Object.entries(ON_END_CHOICES).map(([value, words]) => (
          <label>
            <input type="radio" name="/onEnd" value={value} checked={draft.onEnd === value} />
            <span>
              {t(words)}
              {ON_END_HINTS[value] === undefined ? null : <small>{t(ON_END_HINTS[value])}</small>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

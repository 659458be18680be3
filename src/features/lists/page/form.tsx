import type { Child } from "hono/jsx";
import { lazy } from "../../../core/lazy.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { cityOf } from "../../../core/calendar.ts";
import { DEFAULT_WATCHLIST } from "../../../resources/fields.ts";
import { wantedWords } from "../../goals/page/words.ts";
import type { ListReading } from "../lists.ts";
import { watchlist } from "../resource/watchlist.ts";
import { choiceOf, controlsOf, filled } from "../../../ui/forms/controls.ts";
import { Delete } from "../../../ui/parts/act.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { Allowed, Button, Field, Form, Wrongs } from "../../../ui/parts/form.tsx";
import { ZoneField } from "../../../ui/parts/zone.tsx";
import { languageWords } from "../../../ui/words/languages.ts";
import { t } from "../../../ui/words/text.ts";
import { LISTS } from "./words.ts";

const FIELDS = ["/name", "/timezone", "/language"];

/** The controls of a list's form. */
export const listControls = lazy(() => controlsOf(watchlist.form(), FIELDS));

interface ListFormProps {
  action: string;
  /** Tells the ids of several such forms on a page apart. */
  at: string;
  label: string;
  value: (pointer: string) => string;
  errors: FieldError[];
  /** False for the default list, whose name is fixed. */
  named?: boolean;
  /** Where to return to. */
  from?: string;
  /** Beside the button. */
  children?: Child;
}

/** A list's name, time zone and language. */
export const ListForm = ({ action, at, label, value, errors, named = true, from, children }: ListFormProps) => {
  const field = filled({ value, errors, at, controls: listControls() });
  return (
    <Form action={action} class="flow list-form">
      {from === undefined ? null : <input type="hidden" name="from" value={from} />}
      <Wrongs errors={errors} shown={FIELDS} />
      <div class="fields">
        {named ? <Field {...field("/name")} label={t("Name")} hint={t("Clients see it.")} /> : null}
        <ZoneField
          name="/timezone"
          id={`${at}-zone`}
          value={value("/timezone")}
          errors={errors}
          none={t("The team’s")}
          hint={t("Days and months are counted in it.")}
        />
        <Field
          {...field("/language")}
          label={t("Language")}
          {...choiceOf(languageWords(t("Usual language")))}
          hint={t("Of the client’s report.")}
        />
      </div>
      <p class="line">
        <Button look="main">{label}</Button>
        {children}
      </p>
    </Form>
  );
};

interface SettingsProps {
  of: ListReading;
  errors: FieldError[];
  value: (pointer: string) => string;
}

const Setting = ({ label, value }: { label: string; value: Child }) => (
  <li>
    <span>
      <small>{label}</small>
      {value}
    </span>
  </li>
);

/** What can be set for a list, and how it is deleted. */
export const Settings = ({ of: { list, goal, creators }, errors, value }: SettingsProps) => (
  <section class="card" aria-labelledby="settings" id="list-settings">
    <div class="cap">
      <h2 id="settings">{t("List settings")}</h2>
    </div>
    <ul class="sidel setl">
      <Setting label={t("Name")} value={<Name of={list.name} />} />
      <Setting label={t("Time zone")} value={list.timezone === null ? t("The team’s") : cityOf(list.timezone)} />
      <Setting
        label={t("Language")}
        value={list.language === null ? t("Usual language") : languageWords("")[list.language]}
      />
      <li>
        <span>
          <small>{t("Goal")}</small>
          {goal === null ? (
            t("none")
          ) : (
            <a href={`/goals/${goal.id}`}>{t("{goal} a month", { goal: wantedWords(goal) })}</a>
          )}
        </span>
      </li>
    </ul>
    <Allowed scope="write">
      <details class="fold" open={errors.length > 0}>
        <summary>{t("Edit name, zone and language")}</summary>
        <ListForm
          action={`${LISTS}/${list.id}`}
          at="settings"
          label={t("Save")}
          value={value}
          errors={errors}
          named={list.id !== DEFAULT_WATCHLIST}
        />
        <p class="soft small">{t("A new zone recounts this month. Reports already sent stay as they are.")}</p>
      </details>
      {list.id === DEFAULT_WATCHLIST ? (
        <p class="more soft">{t("This list is always here. It holds creators who are on no other list.")}</p>
      ) : (
        <div class="fold" id="delete">
          <Delete summary={t("Delete this list…")} label={t("Delete list")} action={`${LISTS}/${list.id}/delete`}>
            {creators === 0
              ? t("You can undo this for ten minutes. Only its client links are gone for good.")
              : t(
                  "Its creators stay watched, on the default list. You can undo this for ten minutes. Only its client links are gone for good.",
                )}
          </Delete>
        </div>
      )}
    </Allowed>
  </section>
);

import type { Child } from "hono/jsx";
import { lazy } from "../../../core/lazy.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { watchlist } from "../resource/watchlist.ts";
import { choiceOf, controlsOf, filled } from "../../../ui/forms/controls.ts";
import { Button, Field, Form, Wrongs } from "../../../ui/parts/form.tsx";
import { ZoneField } from "../../../ui/parts/zone.tsx";
import { languageWords } from "../../../ui/words/languages.ts";
import { t } from "../../../ui/words/text.ts";

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

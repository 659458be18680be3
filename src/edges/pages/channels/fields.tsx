import type { FieldError } from "../../../core/refusal.ts";
import { LANGUAGES } from "../../../core/language.ts";
import { plainControl } from "../forms/controls.ts";
import { Field, Wrongs } from "../parts/form.tsx";
import { PASTED_KINDS } from "../words/channel-kind.ts";
import { languageWords } from "../words/languages.ts";

/** The fields of a channel that a form sends, by their pointers. */
const CHANNEL_FIELDS = ["/name", "/settings/url", "/language", "/enabled"];

export const CHANNEL_CONTROLS = new Map([
  ["/name", plainControl()],
  ["/settings/url", plainControl()],
  ["/language", plainControl({ sort: "choice", choices: ["", ...LANGUAGES] })],
]);

const PASTED = PASTED_KINDS.toSorted((a, b) => (a.title < b.title ? -1 : 1));

/** "Discord or Slack" */
export const PASTED_TITLES = PASTED.map(({ title }) => title).join(" or ");

/** Where each sort of address is found. */
const WHERE = `${PASTED.map(({ title, where }) => `${title}: ${where}.`).join(" ")} The address is never shown again.`;

interface FieldsProps {
  values: Map<string, string>;
  errors: FieldError[];
  /** The words above the address. */
  address: string;
  /** What begins the ids of its fields: there are as many forms as channels. */
  at: string;
  /** Pointers of fields that the form has beside them. */
  shown?: string[];
}

/** Name, address and language; an address that was typed is never sent back. */
export const ChannelFields = ({ values, errors, address, at, shown = [] }: FieldsProps) => (
  <>
    <Wrongs errors={errors} shown={[...CHANNEL_FIELDS, ...shown]} />
    <Field
      pointer="/settings/url"
      id={`${at}-url`}
      label={address}
      control={CHANNEL_CONTROLS.get("/settings/url")!}
      errors={errors}
      hint={WHERE}
      type="password"
    />
    <NameField at={at} value={values.get("/name") ?? ""} errors={errors} />
    <LanguageField at={at} value={values.get("/language") ?? ""} errors={errors} />
  </>
);

interface OneFieldProps extends Pick<FieldsProps, "at" | "errors"> {
  value: string;
}

export const NameField = ({ at, value, errors }: OneFieldProps) => (
  <Field
    pointer="/name"
    id={`${at}-name`}
    label="Name"
    control={CHANNEL_CONTROLS.get("/name")!}
    value={value}
    errors={errors}
    hint="For example #live-alerts."
  />
);

export const LanguageField = ({ at, value, errors }: OneFieldProps) => (
  <Field
    pointer="/language"
    id={`${at}-language`}
    label="Message language"
    control={CHANNEL_CONTROLS.get("/language")!}
    value={value}
    errors={errors}
    words={languageWords("Default language")}
  />
);

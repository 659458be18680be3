import type { FieldError } from "../../../core/refusal.ts";
import { LANGUAGES } from "../../../core/language.ts";
import { plainControl } from "../../../ui/forms/controls.ts";
import { Field, Wrongs } from "../../../ui/parts/form.tsx";
import { languageWords } from "../../../ui/words/languages.ts";
import { displayedAddress } from "../../../ui/words/channel-kind.ts";
import { t } from "../../../ui/words/text.ts";

/** Pointers of a channel's fields in forms. */
const CHANNEL_FIELDS = ["/name", "/settings/url", "/language", "/enabled"];

export const CHANNEL_CONTROLS = new Map([
  ["/name", plainControl()],
  ["/settings/url", plainControl()],
  ["/language", plainControl({ sort: "choice", choices: ["", ...LANGUAGES] })],
]);

interface FieldsProps {
  values: Map<string, string>;
  errors: FieldError[];
  /** Label of the address. */
  address: string;
  /** Prefix of the ids of its fields, because each channel has a form. */
  at: string;
  /** Pointers of fields elsewhere in the form. */
  shown?: string[];
}

/** A field for an address, which is a secret. One that is none, and was rejected, can be seen and mended. */
export const typedAddress = (address: string) =>
  displayedAddress(address) === ""
    ? { type: "password" as const, hint: t("Never shown again.") }
    : { type: "text" as const, hint: t("Never shown again."), value: address };

/** Name, address and language. An entered address is sent back only if it was rejected and holds no secret. */
export const ChannelFields = ({ values, errors, address, at, shown = [] }: FieldsProps) => (
  <>
    <Wrongs errors={errors} shown={[...CHANNEL_FIELDS, ...shown]} />
    <Field
      pointer="/settings/url"
      id={`${at}-url`}
      label={address}
      control={CHANNEL_CONTROLS.get("/settings/url")!}
      errors={errors}
      {...typedAddress(values.get("/settings/url") ?? "")}
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
    label={t("Name")}
    control={CHANNEL_CONTROLS.get("/name")!}
    value={value}
    errors={errors}
    hint={t("For example #live-alerts.")}
  />
);

export const LanguageField = ({ at, value, errors }: OneFieldProps) => (
  <Field
    pointer="/language"
    id={`${at}-language`}
    label={t("Message language")}
    control={CHANNEL_CONTROLS.get("/language")!}
    value={value}
    errors={errors}
    words={languageWords(t("Default language"))}
  />
);

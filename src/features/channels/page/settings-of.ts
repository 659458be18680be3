import type { RequestedAs } from "../../../channels/kind.ts";
import { channelKinds, type AnyChannelKind } from "../../../channels/registry.ts";
import { isObject, type Json, type JsonObject } from "../../../core/json.ts";
import { once } from "../../../core/language.ts";
import type { Addresses } from "../../../core/public-url.ts";
import { formOfKind, type Channel } from "../resource/form.ts";
import { secretsOf } from "../../../ui/words/channel-kind.ts";
import { controlsOf, jsonOf, type Control } from "../../../ui/forms/controls.ts";
import type { Fields } from "../../../ui/forms/fields.ts";
import { t } from "../../../ui/words/text.ts";

/** JSON Pointers of the settings that people enter. */
export const settingsOf = (kind: AnyChannelKind): string[] =>
  Object.keys(kind.page.labels).map((name) => `/settings/${name}`);

/** Their controls, which do not depend on the allowed addresses. An optional choice can be left open. */
export const settingControls = (kind: AnyChannelKind, addresses: Addresses): Map<string, Control> =>
  once(`settings of ${kind.kind}`, () => {
    const controls = controlsOf(formOfKind(kind.kind, addresses), settingsOf(kind));
    return new Map(
      [...controls].map(([pointer, control]) => [
        pointer,
        control.sort === "choice" && control.optional ? { ...control, choices: ["", ...control.choices] } : control,
      ]),
    );
  });

/** How a setting is asked for: the words of its choices, and its lines. */
export const requestedAs = (kind: AnyChannelKind, pointer: string): RequestedAs => {
  const requested: RequestedAs = (kind.page.fields as Record<string, RequestedAs> | undefined)?.[nameIn(pointer)] ?? {};
  const words = Object.entries(requested.words ?? {}).map(([value, one]) => [value, t(one)]);
  const hint = requested.hint === undefined ? {} : { hint: t(requested.hint) };
  return { ...requested, ...hint, words: { "": t("Default"), ...Object.fromEntries(words) } };
};

const nameIn = (pointer: string): string => pointer.slice("/settings/".length);

/**
 * The controls of settings that can be edited separately: optional ones that are not secret, and those that the kind
 * names. The address has a field of its own, because it is never shown.
 */
export const optionalControls = (kind: AnyChannelKind, addresses: Addresses): Map<string, Control> =>
  new Map(
    [...settingControls(kind, addresses)].filter(
      ([pointer, control]) =>
        (control.optional || requestedAs(kind, pointer).edited === true) &&
        pointer !== "/settings/url" &&
        !secretsOf(kind).includes(pointer),
    ),
  );

/** The controls of secrets that have to be entered again for another server. They are never shown. */
export const serverControls = (kind: AnyChannelKind, addresses: Addresses): Map<string, Control> => {
  const shared: readonly string[] = kind.shared?.names ?? [];
  return new Map(
    [...settingControls(kind, addresses)].filter(
      ([pointer, { sort }]) => sort === "text" && shared.includes(nameIn(pointer)),
    ),
  );
};

/** The secrets for a server that somebody entered. */
export const enteredSecrets = (one: Channel, addresses: Addresses, fields: Fields): JsonObject => {
  const kind = channelKinds[one.kind];
  const pointers = kind === undefined ? [] : [...serverControls(kind, addresses).keys()];
  return Object.fromEntries(
    pointers.map((pointer) => [nameIn(pointer), fields.text(pointer).trim()]).filter(([, value]) => value !== ""),
  );
};

/** The settings that a form changes; null removes one. A form without settings changes none. */
export function changedSettings(one: Channel, addresses: Addresses, fields: Fields): JsonObject {
  const kind = channelKinds[one.kind];
  if (kind === undefined || fields.text(WITH_SETTINGS) === "") return {};
  const wanted = settingsIn(jsonOf(optionalControls(kind, addresses), fields, true));
  const none = (value: Json | undefined) => value === undefined || value === null || value === false;
  const changes = Object.entries(wanted).filter(
    ([name, value]) => value !== one.settings[name] && !(none(value) && none(one.settings[name])),
  );
  return Object.fromEntries(changes.map(([name, value]) => [name, value === false ? null : value]));
}

/** The field that marks a form with settings. */
export const WITH_SETTINGS = "with-settings";

export const labelOf = (kind: AnyChannelKind, pointer: string): string =>
  (kind.page.labels as Record<string, string>)[nameIn(pointer)]!;

/** The settings in a channel's form. */
export const settingsIn = (reported: JsonObject): JsonObject =>
  isObject(reported["settings"]) ? reported["settings"] : {};

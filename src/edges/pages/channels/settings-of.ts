import { channelKinds, type AnyChannelKind } from "../../../channels/registry.ts";
import { isObject, type Json, type JsonObject } from "../../../core/json.ts";
import { once } from "../../../core/language.ts";
import type { Addresses } from "../../../core/public-url.ts";
import { formOfKind, type Channel } from "../../../resources/channels/form.ts";
import { PASTED_KINDS, secretsOf } from "../words/channel-kind.ts";
import { controlsOf, jsonOf, type Control } from "../forms/controls.ts";
import type { Fields } from "../forms/fields.ts";

/** The settings of a kind that people fill in, by their JSON Pointers in a channel. */
export const settingsOf = (kind: AnyChannelKind): string[] =>
  Object.keys(kind.labels).map((name) => `/settings/${name}`);

/** Their controls: which addresses a form takes is no matter of them. */
export const settingControls = (kind: AnyChannelKind, addresses: Addresses): Map<string, Control> =>
  once(`settings of ${kind.kind}`, () => controlsOf(formOfKind(kind.kind, addresses), settingsOf(kind)));

/** Those that can be changed by themselves: they may be left out, and are no secret. */
export const optionalControls = (kind: AnyChannelKind, addresses: Addresses): Map<string, Control> =>
  new Map(
    [...settingControls(kind, addresses)].filter(
      ([pointer, control]) => control.optional && !secretsOf(kind).includes(pointer),
    ),
  );

/** What a form changes of them: null takes one away. A form without them changes none. */
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

/** The field that says that a form has settings. */
export const WITH_SETTINGS = "with-settings";

export const labelOf = (kind: AnyChannelKind, pointer: string): string =>
  (kind.labels as Record<string, string>)[pointer.slice("/settings/".length)]!;

/** The others: they are chosen, and their settings filled in. */
export const CHOSEN_KINDS: AnyChannelKind[] = Object.values(channelKinds).filter(
  (kind) => !PASTED_KINDS.includes(kind),
);

/** The settings in what a form says of a channel. */
export const settingsIn = (said: JsonObject): JsonObject => (isObject(said["settings"]) ? said["settings"] : {});

import { channelKinds, type AnyChannelKind } from "../../../channels/registry.ts";
import { isObject, type JsonObject } from "../../../core/json.ts";
import { once } from "../../../core/language.ts";
import type { Addresses } from "../../../core/public-url.ts";
import { formOfKind } from "../../../resources/channels/form.ts";
import { PASTED_KINDS } from "../words/channel-kind.ts";
import { controlsOf, type Control } from "../forms/controls.ts";

/** The settings of a kind that people fill in, by their JSON Pointers in a channel. */
export const settingsOf = (kind: AnyChannelKind): string[] =>
  Object.keys(kind.labels).map((name) => `/settings/${name}`);

/** Their controls: which addresses a form takes is no matter of them. */
export const settingControls = (kind: AnyChannelKind, addresses: Addresses): Map<string, Control> =>
  once(`settings of ${kind.kind}`, () => controlsOf(formOfKind(kind.kind, addresses), settingsOf(kind)));

export const labelOf = (kind: AnyChannelKind, pointer: string): string =>
  (kind.labels as Record<string, string>)[pointer.slice("/settings/".length)]!;

/** The others: they are chosen, and their settings filled in. */
export const CHOSEN_KINDS: AnyChannelKind[] = Object.values(channelKinds).filter(
  (kind) => !PASTED_KINDS.includes(kind),
);

/** The settings in what a form says of a channel. */
export const settingsIn = (said: JsonObject): JsonObject => (isObject(said["settings"]) ? said["settings"] : {});

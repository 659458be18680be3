import { channelKinds } from "../../channels/registry.ts";
import { afterRepair } from "../../core/channel-failure.ts";
import { canonical, isObject, type Json, type JsonObject } from "../../core/json.ts";
import { ok, type Result } from "../../core/result.ts";
import type { Asking, Settled, Tools } from "../resource.ts";
import type { Channel, channelForm, OwnOfChannel } from "./form.ts";

export type AskingChannel = Asking<ReturnType<typeof channelForm>, OwnOfChannel>;

/** Where the settings of a channel are: a ciphertext opens nowhere else. */
export const placeOf = (channelId: string): string => `channels/${channelId}/sealed`;

/** The settings of a channel in full; null where no key opens them. */
export const openedSettings = ({ id, sealed }: Pick<Channel, "id" | "sealed">, { open }: Pick<Tools, "open">) =>
  open(sealed, placeOf(id));

/** True where messages go elsewhere with these settings than with those before them; null for those that no key opens. */
export function goesElsewhere(kindName: string, before: Json, after: Json): boolean {
  const kind = channelKinds[kindName]!;
  return before === null || kind.destination(before) !== kind.destination(after);
}

/** Settings without what was shared with another destination, unless it is given for this one. */
function withoutShared(kindName: string, settings: JsonObject, given: Json): JsonObject {
  const shared: readonly string[] = channelKinds[kindName]!.shared ?? [];
  const stays = (name: string) => !shared.includes(name) || (isObject(given) && typeof given[name] === "string");
  return Object.fromEntries(Object.entries(settings).filter(([name]) => stays(name)));
}

/** The settings as they are to be kept, with what they take over from those `before` them. */
function completed(kindName: string, given: unknown, before: Json, random: Uint8Array) {
  const kind = channelKinds[kindName]!;
  const { settings: whole, made: created } = kind.complete?.(given, random) ?? { settings: given, made: {} };
  const settings: unknown = before === null || !kind.rotate ? whole : kind.rotate(before, whole);
  return { settings: settings as Json, masked: kind.mask(settings), made: created };
}

/**
 * What a change does beyond the settings. Enabling, or a change of the settings (`repaired`), takes back why the channel was
 * disabled, held back or failing: the next message tells. One that is switched off does not fail.
 */
export function touched(before: Channel | null, enabled: boolean, repaired: boolean): Partial<OwnOfChannel> {
  if (before === null || (enabled && repaired)) {
    const failure = afterRepair(before?.failure ?? null);
    return { disabledReason: null, pausedUntil: 0, pacedUntil: 0, failingSince: null, failure };
  }
  return !enabled && repaired ? { failingSince: null, failure: null } : {};
}

/** That a channel goes elsewhere now, as news for operators. */
export const movedNews = (id: string, name: string, { by, now }: Tools) => [
  { type: "channel.changed" as const, key: `${id}/${now}`, data: { channelId: id, name, by } },
];

/**
 * The settings of a channel as they are to be: sealed and masked. What was shared with one destination does not go to
 * another, and that it is another is news. Enabling takes back why it was disabled.
 */
export async function settled(asking: AskingChannel, tools: Tools): Promise<Result<Settled<OwnOfChannel>, never>> {
  const { id, form, before, given } = asking;
  const stored = before === null ? null : await openedSettings(before, tools);
  const moved = before !== null && goesElsewhere(form.kind, stored, form.settings as Json);
  const said = isObject(given) ? (given["settings"] ?? null) : null;
  const chosen = moved ? withoutShared(form.kind, form.settings as JsonObject, said) : form.settings;
  const {
    settings,
    masked,
    made: created,
  } = completed(form.kind, chosen, moved ? null : stored, tools.randomBytes(32));
  const asked = isObject(given) && given["enabled"] === form.enabled;
  const same = before !== null && stored !== null && canonical(settings) === canonical(stored);
  const switched = before?.enabled !== form.enabled;
  const own = touched(before, form.enabled, switched || asked || (form.enabled && !same));
  if (same) return ok({ own: { settings: before.settings, ...own } });
  const sealed = await tools.seal(settings, placeOf(id));
  const news = moved ? movedNews(id, form.name, tools) : [];
  return ok({ own: { settings: masked, sealed, ...own }, made: created, news });
}

import { channelKinds } from "../../../channels/registry.ts";
import { afterRepair } from "../../../core/channel-failure.ts";
import { canonical, isObject, type Json, type JsonObject } from "../../../core/json.ts";
import type { FieldError, Refusal } from "../../../core/refusal.ts";
import { err, ok, type Result } from "../../../core/result.ts";
import type { Asking, Validated, Tools } from "../../../resources/resource.ts";
import { formOfKind, type Channel, type channelForm, type OwnOfChannel } from "./form.ts";
import { withRecipients } from "./recipients.ts";

export type AskingChannel = Asking<ReturnType<typeof channelForm>, OwnOfChannel>;

/** The context of a channel's encrypted settings. They can only be decrypted in this context. */
export const placeOf = (channelId: string): string => `channels/${channelId}/sealed`;

/** The full settings of a channel; null if no key decrypts them. */
export const openedSettings = ({ id, sealed }: Pick<Channel, "id" | "sealed">, { open }: Pick<Tools, "open">) =>
  open(sealed, placeOf(id));

/**
 * Reports whether messages go to another destination with the new settings. True if the old ones are null, because no
 * key decrypts them.
 */
export function goesElsewhere(kindName: string, before: Json, after: Json): boolean {
  const kind = channelKinds[kindName]!;
  return before === null || kind.destination(before) !== kind.destination(after);
}

/** Reports whether another party would get the settings that belong to one destination. */
function changesHolder(kindName: string, before: Json, after: Json): boolean {
  const kind = channelKinds[kindName]!;
  const holder = (settings: Json): string => kind.shared?.holder?.(settings) ?? kind.destination(settings);
  return before === null || holder(before) !== holder(after);
}

/** Removes secrets that were shared with another destination, unless they are given for the new one. */
function withoutShared(kindName: string, settings: JsonObject, provided: Json): JsonObject {
  const shared: readonly string[] = channelKinds[kindName]!.shared?.names ?? [];
  const stays = (name: string) => !shared.includes(name) || (isObject(provided) && (provided[name] ?? null) !== null);
  return Object.fromEntries(Object.entries(settings).filter(([name]) => stays(name)));
}

/** The errors of required secrets that were shared with another party and must be given again for this one. */
function requestedAgain(kindName: string, before: JsonObject, chosen: JsonObject, { limits }: Tools): FieldError[] {
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(chosen, name));
  const read = removed.length === 0 ? null : formOfKind(kindName, limits.addresses).shape.settings.safeParse(chosen);
  const missing = new Set(read?.error?.issues.map(({ path: [name] }) => name));
  return removed
    .filter((name) => missing.has(name))
    .map((name) => ({ pointer: `/settings/${name}`, message: "is required again: it was given for another server" }));
}

/** Completes settings with what the kind creates and what it takes over from the previous ones. */
async function completed(kindName: string, provided: Json, before: Json, tools: Pick<Tools, "randomBytes" | "now">) {
  const kind = channelKinds[kindName]!;
  if (before !== null && canonical(provided) === canonical(before))
    return { settings: before, masked: kind.mask(before), made: {} };
  const random = tools.randomBytes(64);
  const { settings: whole, made: created } = (await kind.signing?.complete(provided, random)) ?? {
    settings: provided,
    made: {},
  };
  const settings: unknown = before === null || !kind.signing ? whole : kind.signing.rotate(before, whole, tools.now);
  return { settings: settings as Json, masked: kind.mask(settings), made: created };
}

/**
 * The columns that a change resets. Enabling, or a change of settings (`repaired`), clears why the channel was
 * disabled, paused or failing. A disabled channel does not fail.
 */
export function touched(before: Channel | null, enabled: boolean, repaired: boolean): Partial<OwnOfChannel> {
  if (before === null || (enabled && repaired)) {
    const failure = afterRepair(before?.failure ?? null);
    return { disabledReason: null, pausedUntil: 0, pauses: null, pacedUntil: 0, failingSince: null, failure };
  }
  return !enabled && repaired ? { failingSince: null, failure: null } : {};
}

/** The news for operators that a channel has another destination. */
export const movedNews = (id: string, name: string, { by, now }: Pick<Tools, "by" | "now">) => [
  { type: "channel.changed" as const, key: `${id}/${now}`, data: { channelId: id, name, by } },
];

/**
 * Validates the settings of a channel, and returns them encrypted and masked. Secrets that were shared with one
 * destination are not sent to another, and a changed destination is news. Enabling clears why it was disabled.
 */
export async function settled(asking: AskingChannel, tools: Tools): Promise<Result<Validated<OwnOfChannel>, Refusal>> {
  const { id, form, before, given } = asking;
  const reached = withRecipients(form.kind, form.enabled, form.settings);
  if (!reached.ok) return reached;
  const stored = before === null ? null : await openedSettings(before, tools);
  const moved = before !== null && goesElsewhere(form.kind, stored, form.settings as Json);
  const reported = isObject(given) ? (given["settings"] ?? null) : null;
  const passed = moved && changesHolder(form.kind, stored, form.settings as Json);
  const chosen = passed
    ? withoutShared(form.kind, form.settings as JsonObject, reported)
    : (form.settings as JsonObject);
  const again = passed ? requestedAgain(form.kind, form.settings as JsonObject, chosen, tools) : [];
  if (again.length > 0) return err({ kind: "invalid", errors: again });
  const { settings, masked, made } = await completed(form.kind, chosen, moved ? null : stored, tools);
  const requested = isObject(given) && given["enabled"] === form.enabled;
  const same = before !== null && stored !== null && canonical(settings) === canonical(stored);
  const switched = before?.enabled !== form.enabled;
  const own = touched(before, form.enabled, switched || requested || (form.enabled && !same));
  if (same) return ok({ own: { settings: before.settings, ...own } });
  const sealed = await tools.seal(settings, placeOf(id));
  const news = moved ? movedNews(id, form.name, tools) : [];
  return ok({ own: { settings: masked, sealed, ...own }, made, news });
}

import type { Addresses } from "../../channels/public-url.ts";
import { channelKinds } from "../../channels/registry.ts";
import type { IdPrefix } from "../../core/ids.ts";
import { canonical, type Json, type JsonObject } from "../../core/json.ts";
import { ok, type Result } from "../../core/result.ts";
import type { OperatorNews } from "../../core/upstream-watch.ts";
import type { Channel } from "../browse/channel-view.ts";
import { readChannel } from "./channel-form.ts";
import { changedNews, goesElsewhere, withoutShared } from "./destination.ts";
import { mergePatch } from "./merge-patch.ts";
import { full } from "./quotas.ts";
import { conflict, inUse, invalid, missing, type Refusal, type User } from "./refusal.ts";

interface ChannelChange {
  name?: string;
  enabled?: boolean;
  disabledReason?: null;
  pausedUntil?: 0;
  pacedUntil?: 0;
  failingSince?: null;
  masked?: Record<string, string>;
}

export interface ChannelDeps {
  find(id: string): Promise<Channel | null>;
  /** The settings in full, null where no key opens them. */
  settingsOf(id: string): Promise<Json>;
  /** False where there may be no more. */
  add(channel: Channel, settings: Json): Promise<boolean>;
  /** `settings` undefined leaves them; false where the channel is no more. */
  change(id: string, change: ChannelChange, settings: Json | undefined, now: number): Promise<boolean>;
  /** The subscriptions and digests that name it, a hundred at the most. */
  usersOf(id: string): Promise<User[]>;
  /** Suppresses what waits to be sent; false where something still uses it. */
  remove(id: string, cascade: boolean): Promise<boolean>;
  addresses: Addresses;
  /** Commits and tells news; that this fails takes no change back. */
  announce(news: OperatorNews[], now: number): Promise<void>;
  newId(prefix: IdPrefix): string;
  /** 32 random bytes. */
  randomBytes(): Uint8Array;
  now(): Promise<number>;
}

/** A channel, and what was made for it just now: shown this once. */
interface MadeChannel {
  channel: Channel;
  made: Record<string, string>;
}

/** The settings as they are to be kept, with what they take over from those `before` them. */
export function completed(kindName: string, given: unknown, before: Json, deps: Pick<ChannelDeps, "randomBytes">) {
  const kind = channelKinds[kindName]!;
  const { settings: whole, made } = kind.complete?.(given, deps.randomBytes()) ?? { settings: given, made: {} };
  const settings: unknown = before === null || !kind.rotate ? whole : kind.rotate(before, whole);
  return { settings: settings as Json, masked: kind.mask(settings), made };
}

export async function createChannel(body: unknown, deps: ChannelDeps): Promise<Result<MadeChannel, Refusal>> {
  const form = readChannel(body, deps.addresses);
  if (!form.ok) return form;
  const { kind, name, enabled } = form.value;
  const { settings, masked, made } = completed(kind, form.value.settings, null, deps);
  const now = await deps.now();
  const channel = {
    id: deps.newId("ch"),
    kind,
    name,
    enabled,
    disabledReason: null,
    masked,
    createdAt: now,
    updatedAt: now,
  };
  return (await deps.add(channel, settings)) ? ok({ channel, made }) : full("channels");
}

/**
 * Applies a merge patch of whoever is named `by`; settings merge into those that are kept, but what was shared with one
 * destination does not go to another, and that it is another is told. Enabling takes back why it was
 * disabled.
 */
export async function changeChannel(
  before: Channel,
  patch: Json,
  by: string,
  deps: ChannelDeps,
): Promise<Result<MadeChannel, Refusal>> {
  const opened = await deps.settingsOf(before.id);
  const kept = opened ?? {};
  const { kind, name, enabled } = before;
  const form = readChannel(mergePatch({ kind, name, enabled, settings: kept }, patch), deps.addresses);
  if (!form.ok) return form;
  if (form.value.kind !== kind) return invalid("/kind", "cannot be changed");
  const elsewhere = goesElsewhere(kind, opened, form.value.settings as Json);
  const given = (patch as JsonObject)["settings"] ?? null;
  const own = elsewhere ? withoutShared(kind, form.value.settings as JsonObject, given) : form.value.settings;
  const { settings, masked, made } = completed(kind, own, elsewhere ? null : opened, deps);
  const same = canonical(settings) === canonical(kept);
  const revived = form.value.enabled && (!enabled || !same || (patch as { enabled?: boolean }).enabled === true);
  const change: ChannelChange = {
    ...(form.value.name === name ? {} : { name: form.value.name }),
    ...(form.value.enabled === enabled ? {} : { enabled: form.value.enabled }),
    ...(revived ? { disabledReason: null, pausedUntil: 0, pacedUntil: 0, failingSince: null } : {}),
    ...(same ? {} : { masked }),
  };
  const now = await deps.now();
  if (!(await deps.change(before.id, change, same ? undefined : settings, now))) return missing("channel");
  if (elsewhere) await deps.announce(changedNews([{ id: before.id, name: form.value.name }], by, now), now);
  const { pausedUntil: _paused, pacedUntil: _paced, failingSince: _failing, ...shown } = change;
  return ok({ channel: { ...before, ...shown, updatedAt: now }, made });
}

export async function removeChannel(id: string, cascade: boolean, deps: ChannelDeps): Promise<Result<null, Refusal>> {
  if (await deps.remove(id, cascade)) return ok(null);
  const users = await deps.usersOf(id);
  return users.length === 0 ? conflict("The channel was deleted by others at the same time.") : inUse(users);
}

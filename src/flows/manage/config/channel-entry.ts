import * as z from "zod";
import type { Addresses } from "../../../channels/public-url.ts";
import { channelKinds } from "../../../channels/registry.ts";
import { canonical, isObject, type Json, type JsonObject } from "../../../core/json.ts";
import { err, ok, type Result } from "../../../core/result.ts";
import { kindless, readChannel } from "../channel-form.ts";
import { completed } from "../channels.ts";
import { readForm } from "../form.ts";
import { goesElsewhere, withoutShared } from "../destination.ts";
import { mergePatch } from "../merge-patch.ts";
import { invalid, type FieldError, type Refusal } from "../refusal.ts";
import type { ConfiguredChannel } from "./things.ts";

/** A channel as the document has it: its settings in the clear, sealed, or left as they are. */
export interface ChannelEntry {
  kind: string;
  name: string;
  enabled: boolean;
  settings?: JsonObject;
  sealed?: string;
}

/** What opens and seals settings. */
export interface ChannelVault {
  /** The settings that were sealed for this channel; null where no key opens them. */
  open(sealed: string, channelId: string): Promise<Json>;
  seal(settings: Json, channelId: string): Promise<string>;
  addresses: Addresses;
  /** 32 random bytes. */
  randomBytes(): Uint8Array;
}

const LONGEST_SEALED = 100_000;

const closed = kindless.omit({ settings: true }).extend({ sealed: z.string().max(LONGEST_SEALED).optional() });

/** Reads a channel of the document; `settings` are judged by their kind, null takes one back. */
export function readChannelEntry(body: JsonObject, addresses: Addresses): Result<ChannelEntry, Refusal> {
  const { settings, ...rest } = body;
  const plain = readForm(closed, rest);
  const errors: FieldError[] = !plain.ok && plain.error.kind === "invalid" ? plain.error.errors : [];
  if (settings === undefined) return plain as Result<ChannelEntry, Refusal>;
  if (rest["sealed"] !== undefined)
    errors.push({ pointer: "/sealed", message: "stands for settings: give one of both" });
  const { kind } = rest;
  const whole = readChannel({ kind: kind ?? null, name: "any", settings: withoutNulls(settings) }, addresses);
  if (!whole.ok && whole.error.kind === "invalid")
    errors.push(...whole.error.errors.filter(({ pointer }) => pointer.startsWith("/settings")));
  if (!plain.ok || !whole.ok || errors.length > 0) return err({ kind: "invalid", errors });
  const taken = { ...(settings as JsonObject), ...(whole.value.settings as JsonObject) };
  return ok({ ...(plain.value as ChannelEntry), settings: taken });
}

const withoutNulls = (settings: Json): Json => (isObject(settings) ? mergePatch({}, settings) : settings);

/** A channel's settings as they are to be, and what was made for it: to be shown once. */
export interface SettledChannel {
  sealed: string;
  masked: Record<string, string>;
  made: Record<string, string>;
  /** True where messages of a channel that there was go elsewhere. */
  moved: boolean;
}

/** The settings that an entry wants for the channel of this id, `before` it what there is. */
export async function settled(
  entry: ChannelEntry,
  id: string,
  before: ConfiguredChannel | null,
  vault: ChannelVault,
): Promise<Result<SettledChannel, Refusal>> {
  if (entry.sealed !== undefined) return opened(entry, entry.sealed, id, before, vault);
  if (entry.settings === undefined) {
    if (before === null) return invalid("/settings", "is required: there is no such channel to keep them of");
    return ok({ sealed: before.sealed, masked: before.masked, made: {}, moved: false });
  }
  const kept = before === null ? null : await vault.open(before.sealed, id);
  // What a kind makes or turns over by itself is no news where the document does not speak of it.
  const merged = mergePatch(channelKinds[entry.kind]!.rotate === undefined ? null : kept, entry.settings);
  const moved = before !== null && goesElsewhere(entry.kind, kept, merged);
  const own = moved ? withoutShared(entry.kind, merged as JsonObject, entry.settings) : merged;
  const { settings, masked, made } = completed(entry.kind, own, moved ? null : kept, vault);
  if (before !== null && kept !== null && canonical(settings) === canonical(kept))
    return ok({ sealed: before.sealed, masked: before.masked, made: {}, moved: false });
  return ok({ sealed: await vault.seal(settings, id), masked, made, moved });
}

async function opened(
  { kind, name, enabled }: ChannelEntry,
  sealed: string,
  id: string,
  before: ConfiguredChannel | null,
  vault: ChannelVault,
): Promise<Result<SettledChannel, Refusal>> {
  const settings = await vault.open(sealed, id);
  if (settings === null) return invalid("/sealed", "no key opens it as the settings of this channel");
  const read = readChannel({ kind, name, enabled, settings }, vault.addresses);
  if (!read.ok) return invalid("/sealed", `holds settings that are refused: ${reasonsOf(read.error)}`);
  const kept = before === null || before.sealed === sealed ? null : await vault.open(before.sealed, id);
  if (before !== null && (before.sealed === sealed || canonical(kept) === canonical(settings)))
    return ok({ sealed: before.sealed, masked: before.masked, made: {}, moved: false });
  const moved = before !== null && goesElsewhere(kind, kept, settings);
  return ok({ sealed, masked: channelKinds[kind]!.mask(read.value.settings), made: {}, moved });
}

const reasonsOf = (refusal: Refusal): string =>
  refusal.kind === "invalid" ? refusal.errors.map(({ pointer, message }) => `${pointer} ${message}`).join("; ") : "";

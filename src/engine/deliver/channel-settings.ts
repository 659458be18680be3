import type { Json } from "../../core/json.ts";
import { placeOf } from "../../features/channels/resource/settings.ts";
import { storeRenewed, reencrypted, sealedSettingsOf } from "../upstream/encrypted-store.ts";
import type { Vault } from "../../db/vault.ts";

interface SealedChannel {
  id: string;
  sealed: string;
}

/**
 * Decrypts the settings of a channel; null if no key opens them. Settings encrypted with an earlier key are encrypted
 * again with the first.
 */
export async function openSettings(db: D1Database, vault: Vault, { id, sealed }: SealedChannel): Promise<Json> {
  const settings = await vault.open(sealed, placeOf(id));
  if (settings !== null && !vault.fresh(sealed)) await renew(db, vault, [{ id, sealed }]);
  return settings;
}

/**
 * Decrypts a stored value; null if no key opens it. Channel settings are encrypted again with the first key if needed.
 */
export async function openStored(db: D1Database, vault: Vault, sealed: string, place: string): Promise<Json> {
  const value = await vault.open(sealed, place);
  const id = /^channels\/([^/]+)\/sealed$/.exec(place)?.[1];
  if (value !== null && id !== undefined && !vault.fresh(sealed)) await renew(db, vault, [{ id, sealed }]);
  return value;
}

/** Replaces only the values that were read: settings that have changed since are left alone. */
async function renew(db: D1Database, vault: Vault, channels: SealedChannel[]): Promise<void> {
  const { renewed } = await reencrypted(vault, channels.map(sealedSettingsOf));
  await storeRenewed(db, renewed);
}

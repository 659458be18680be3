import type { Json } from "../../core/json.ts";
import { placeOf } from "../../resources/channels/settings.ts";
import { storeRenewed, sealedAnew, thingOf } from "./sealed-store.ts";
import type { Vault } from "./vault.ts";

interface SealedChannel {
  id: string;
  sealed: string;
}

/** A channel's settings; null where no key opens them. What an earlier key sealed is sealed anew with the first. */
export async function openSettings(db: D1Database, vault: Vault, { id, sealed }: SealedChannel): Promise<Json> {
  const settings = await vault.open(sealed, placeOf(id));
  if (settings !== null && !vault.fresh(sealed)) await renew(db, vault, [{ id, sealed }]);
  return settings;
}

/** What was sealed at a place; null where no key opens it. What an earlier key sealed there is sealed anew with the first. */
export async function openStored(db: D1Database, vault: Vault, sealed: string, place: string): Promise<Json> {
  const value = await vault.open(sealed, place);
  const id = /^channels\/([^/]+)\/sealed$/.exec(place)?.[1];
  if (value !== null && id !== undefined && !vault.fresh(sealed)) await renew(db, vault, [{ id, sealed }]);
  return value;
}

/** Only over what was read: settings that changed meanwhile stay. */
async function renew(db: D1Database, vault: Vault, channels: SealedChannel[]): Promise<void> {
  const { renewed } = await sealedAnew(vault, channels.map(thingOf));
  await storeRenewed(db, renewed);
}

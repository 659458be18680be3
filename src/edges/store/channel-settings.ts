import type { Json } from "../../core/json.ts";
import { placeOf } from "../../resources/channels/settings.ts";
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

/**
 * What was sealed at a place; null where no key opens it, or where it is no ciphertext at all. What an earlier key sealed
 * there is sealed anew with the first.
 */
export async function openKept(db: D1Database, vault: Vault, sealed: string, place: string): Promise<Json> {
  const value = await vault.open(sealed, place).catch(() => null);
  const id = /^channels\/([^/]+)\/sealed$/.exec(place)?.[1];
  if (value !== null && id !== undefined && !vault.fresh(sealed)) await renew(db, vault, [{ id, sealed }]);
  return value;
}

/** Seals anew, with the first key, up to so many channels that an earlier key sealed. */
export async function renewSome(db: D1Database, vault: Vault, most: number): Promise<void> {
  const { results } = await db.prepare("SELECT id, sealed FROM channels").all<{ id: string; sealed: string }>();
  const stale = results.filter(({ sealed }) => !vault.fresh(sealed));
  if (stale.length > 0) await renew(db, vault, stale.slice(0, most));
}

/** Only over what was read: settings that changed meanwhile stay. */
async function renew(db: D1Database, vault: Vault, channels: SealedChannel[]): Promise<void> {
  const renewed: { id: string; was: string; sealed: string }[] = [];
  for (const { id, sealed: was } of channels) {
    const settings = await vault.open(was, placeOf(id));
    if (settings !== null) renewed.push({ id, was, sealed: await vault.seal(settings, placeOf(id)) });
  }
  await db
    .prepare(
      `UPDATE channels SET sealed = j.value ->> 'sealed' FROM json_each(?1) j
       WHERE channels.id = j.value ->> 'id' AND channels.sealed = j.value ->> 'was'`,
    )
    .bind(JSON.stringify(renewed))
    .run();
}

/** More channels than this are not looked at in one go. */
const MOST_OPENED = 50;

/** How many of the channels, those first that were changed longest ago, have settings that no key opens. */
export async function countLost(db: D1Database, vault: Vault): Promise<number> {
  const { results } = await db
    .prepare("SELECT id, sealed FROM channels ORDER BY updated_at LIMIT ?1")
    .bind(MOST_OPENED)
    .all<{ id: string; sealed: string }>();
  const opened = await Promise.all(results.map(({ id, sealed }) => vault.open(sealed, placeOf(id)).catch(() => null)));
  return opened.filter((settings) => settings === null).length;
}

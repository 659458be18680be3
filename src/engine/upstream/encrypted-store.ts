import { isDerivedId } from "../../core/derived-key.ts";
import { ACCOUNT_PLACE } from "./definition.ts";
import { placeOf } from "../../features/channels/resource/settings.ts";
import type { LostFindings } from "../self-monitor/self-monitor.ts";
import type { Row } from "../../db/row.ts";
import { keyIdOf, type Vault } from "../../db/vault.ts";
import type { KeyView, SealedAnew } from "./shape.ts";

/** An encrypted value: the settings of a channel, or the account of the polled service (`id` is null). */
interface Sealed {
  id: string | null;
  name: string;
  sealed: string;
  place: string;
}

/** A value that was encrypted again; `sealed` is its previous form. */
interface Renewed extends Sealed {
  now: string;
}

/** The settings of a channel as an encrypted value. */
export const sealedSettingsOf = ({ id, name = "", sealed }: { id: string; name?: string; sealed: string }): Sealed => ({
  id,
  name,
  sealed,
  place: placeOf(id),
});

/** All encrypted values in random order, so that those that cannot be decrypted do not always come first. */
const ALL = `SELECT * FROM (SELECT id, name, sealed FROM channels
    UNION ALL SELECT NULL, '', account FROM ticker WHERE id = 1 AND account IS NOT NULL)
  ORDER BY random()`;

async function everything(db: D1Database): Promise<Sealed[]> {
  const { results } = await db.prepare(ALL).all<{ id: string | null; name: string; sealed: string }>();
  return results.map(({ id, name, sealed }) => ({
    ...sealedSettingsOf({ id: id ?? "", name, sealed }),
    id,
    ...ofAccount(id),
  }));
}

const ofAccount = (id: string | null) => (id === null ? { place: ACCOUNT_PLACE } : {});

/** Encrypts these with the first key. Values that no key opens are listed and do not stop the others. */
export async function reencrypted(vault: Vault, things: Sealed[]): Promise<{ renewed: Renewed[]; unopened: Sealed[] }> {
  const renewed: Renewed[] = [];
  const unopened: Sealed[] = [];
  for (const thing of things) {
    const value = await vault.open(thing.sealed, thing.place);
    if (value === null) unopened.push(thing);
    else renewed.push({ ...thing, now: await vault.seal(value, thing.place) });
  }
  return { renewed, unopened };
}

/** Replaces only what was read: values that have changed since are left alone. */
export async function storeRenewed(db: D1Database, renewed: Renewed[]): Promise<void> {
  if (renewed.length === 0) return;
  const text = JSON.stringify(renewed.map(({ id, sealed, now }) => ({ id, was: sealed, now })));
  await db.batch([
    db
      .prepare(
        `UPDATE channels SET sealed = j.value ->> 'now' FROM json_each(?1) j
         WHERE channels.id = j.value ->> 'id' AND channels.sealed = j.value ->> 'was'`,
      )
      .bind(text),
    db
      .prepare(
        `UPDATE ticker SET account = j.value ->> 'now' FROM json_each(?1) j
         WHERE ticker.id = 1 AND j.value ->> 'id' IS NULL AND ticker.account = j.value ->> 'was'`,
      )
      .bind(text),
  ]);
}

/** What a key has sealed that lasts. */
export interface SealedBy {
  /** Null for data that is no ciphertext. */
  keyId: string | null;
  channels: number;
  /** The account of the polled service. */
  account: boolean;
}

/**
 * Lists the keys that are configured, in their order (the first one encrypts), then those that something needs and that
 * are missing. A derived key is listed only while it encrypts, or while something needs it: nobody configured it.
 */
export function keysView(provided: string[], sealed: SealedBy[]): KeyView[] {
  const missing = sealed.filter(({ keyId }) => keyId === null || !provided.includes(keyId));
  const isListed = (id: string, place: number) =>
    place === 0 || !isDerivedId(id) || sealed.some(({ keyId }) => keyId === id);
  const known = provided.filter(isListed).map((id, place): KeyView => {
    const { channels, account } = sealed.find(({ keyId }) => keyId === id) ?? { channels: 0, account: false };
    const seals = place === 0;
    return { id, given: true, seals, channels, account, removable: !seals && channels === 0 && !account };
  });
  const rest = missing.map(({ keyId: id, channels, account }): KeyView => {
    return { id, given: false, seals: false, channels, account, removable: false };
  });
  return [...known, ...rest];
}

/**
 * Encrypts up to `max` values of earlier keys with the first key. Returns how many are left and which could not be
 * decrypted: all whose key is missing, and those that were tried in vain.
 */
export async function sealSome(db: D1Database, vault: Vault, max: number): Promise<SealedAnew> {
  const stale = (await everything(db)).filter(({ sealed }) => !vault.fresh(sealed));
  const known = stale.filter(({ sealed }) => vault.knows(sealed));
  const { renewed, unopened } = await reencrypted(vault, known.slice(0, max));
  await storeRenewed(db, renewed);
  const closed = [...stale.filter(({ sealed }) => !vault.knows(sealed)), ...unopened];
  return {
    sealed: renewed.length,
    left: Math.max(0, known.length - max),
    unopened: closed.map(({ id, name, sealed }) => ({ channelId: id, name, keyId: keyIdOf(sealed) })),
  };
}

const KEY_ID = (column: string): string => `substr(${column}, 1, instr(${column}, '.') - 1)`;

/** Number of values that each key has encrypted, one row a key. */
export const SEALED_BY = `SELECT key_id, sum(is_channel) AS channels, sum(1 - is_channel) AS accounts FROM (
    SELECT ${KEY_ID("sealed")} AS key_id, 1 AS is_channel FROM channels
    UNION ALL SELECT ${KEY_ID("account")}, 0 FROM ticker WHERE id = 1 AND account IS NOT NULL)
  GROUP BY key_id ORDER BY key_id`;

/** Reads a row of `SEALED_BY`. */
export const sealedByOf = (row: Row): SealedBy => ({
  keyId: keyIdOf(`${String(row["key_id"])}.`),
  channels: Number(row["channels"]),
  account: Number(row["accounts"]) > 0,
});

/** Number of values that each key has encrypted. */
export const readSealedBy = async (db: D1Database): Promise<SealedBy[]> =>
  (await db.prepare(SEALED_BY).all<Row>()).results.map(sealedByOf);

/** Number of values that a tick decrypts. */
const MAX_OPENED = 50;

/**
 * Looks for values that no key opens. Those whose key is missing are all counted. Of the others up to fifty are
 * decrypted: last time's suspects first, then a random choice.
 */
export async function lookForLost(db: D1Database, vault: Vault, suspects: string[]): Promise<LostFindings> {
  const things = await everything(db);
  const account = things.find(({ id }) => id === null);
  const channels = things.filter(({ id }) => id !== null);
  const known = channels.filter(({ sealed }) => vault.knows(sealed));
  const suspected = new Set<string | null>(suspects);
  const first = known.toSorted((a, b) => Number(suspected.has(b.id)) - Number(suspected.has(a.id)));
  const closed = async (some: Sealed[]) => {
    const opened = await Promise.all(some.map(({ sealed, place }) => vault.open(sealed, place)));
    return some.filter((_, place) => opened[place] === null);
  };
  const found = await closed(first.slice(0, MAX_OPENED));
  return {
    lostKeys: channels.length - known.length + found.length,
    lostKeysAtLeast: known.length > MAX_OPENED,
    lostSuspects: found.map(({ id }) => id!).toSorted(),
    lostAccount: account !== undefined && (await closed([account])).length > 0,
  };
}

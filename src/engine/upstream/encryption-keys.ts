import { isDerivedId } from "../../core/derived-key.ts";

/** What a key has sealed that lasts. */
export interface SealedBy {
  /** Null for data that is no ciphertext. */
  keyId: string | null;
  channels: number;
  /** The account of the polled service. */
  account: boolean;
}

/** An encryption key by its id, never its bytes. */
export interface KeyView extends Omit<SealedBy, "keyId"> {
  id: string | null;
  /** True if the key is in ENCRYPTION_KEYS, or derived from an admin token that is configured. */
  given: boolean;
  /** True for the first key, which encrypts new data. */
  seals: boolean;
  /** True if it is given and no longer needed. */
  removable: boolean;
}

/** The result of encrypting again with the first key. */
export interface SealedAnew {
  /** The number encrypted again now. */
  sealed: number;
  /** The number still encrypted with earlier keys that were not tried this time. */
  left: number;
  /** What no key decrypts: settings of a channel, or (null) the account of the polled service. */
  unopened: { channelId: string | null; name: string; keyId: string | null }[];
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

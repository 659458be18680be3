/** What a key has sealed that lasts. */
export interface SealedBy {
  /** Null for what is no ciphertext. */
  keyId: string | null;
  channels: number;
  /** The account of the polled service. */
  account: boolean;
}

/** An encryption key by its id, never its bytes. */
export interface KeyView extends Omit<SealedBy, "keyId"> {
  id: string | null;
  /** True where ENCRYPTION_KEYS has a key of this id. */
  given: boolean;
  /** True for the first one, which seals what is new. */
  seals: boolean;
  /** True where it is given and nothing needs it any more. */
  removable: boolean;
}

/** What came of sealing anew with the first key. */
export interface SealedAnew {
  /** How many were sealed anew just now. */
  sealed: number;
  /** How many an earlier key still seals that were not tried this time. */
  left: number;
  /** What no key opens: settings of a channel, or (null) the account of the polled service. */
  unopened: { channelId: string | null; name: string; keyId: string | null }[];
}

/** The keys that are given, in their order (the first seals), then those that something needs and nobody gave. */
export function keysView(given: string[], sealed: SealedBy[]): KeyView[] {
  const missing = sealed.filter(({ keyId }) => keyId === null || !given.includes(keyId));
  const known = given.map((id, place): KeyView => {
    const { channels, account } = sealed.find(({ keyId }) => keyId === id) ?? { channels: 0, account: false };
    const seals = place === 0;
    return { id, given: true, seals, channels, account, removable: !seals && channels === 0 && !account };
  });
  const others = missing.map(({ keyId: id, channels, account }): KeyView => {
    return { id, given: false, seals: false, channels, account, removable: false };
  });
  return [...known, ...others];
}

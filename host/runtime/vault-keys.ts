import { derivedKey } from "../../src/core/derived-key.ts";
import { openVault, type Vault } from "../../src/db/vault.ts";

/** Secrets by their variable. */
type Secrets = Record<string, string | undefined>;

/** The keys of an environment by ID, as the Worker has them. An unreadable ENCRYPTION_KEYS counts as none: the Worker reports it. */
export function keysIn(secrets: Secrets): [id: string, key: Uint8Array][] {
  const tokens = [secrets["ADMIN_TOKEN"], secrets["PREVIOUS_ADMIN_TOKEN"]];
  const derived = tokens.flatMap((token) => (token ? [derivedKey(token)] : []));
  return [...provided(secrets["ENCRYPTION_KEYS"] ?? "{}"), ...new Map(derived)];
}

/** A vault over the keys of an environment; null without any. */
export function vaultIn(secrets: Secrets): Vault | null {
  const keys = keysIn(secrets);
  return keys.length === 0 ? null : openVault(keys);
}

function provided(text: string): [id: string, key: Uint8Array][] {
  try {
    const read: unknown = JSON.parse(text);
    const all = read !== null && typeof read === "object" && !Array.isArray(read) ? Object.entries(read) : [];
    return all.flatMap(([id, key]): [string, Uint8Array][] =>
      typeof key === "string" ? [[id, Buffer.from(key, "base64")]] : [],
    );
  } catch {
    return [];
  }
}

import { openVault } from "../../src/edges/store/vault.ts";
import type { Database } from "./database.ts";

/** The names of the channels whose settings these keys do not open. */
export async function lockedChannels(db: Database, keys: string | undefined): Promise<string[]> {
  const channels = db.prepare("SELECT id, name, sealed FROM channels").all();
  const vault = keys === undefined ? null : vaultOf(keys);
  const locked: string[] = [];
  for (const { id, name, sealed } of channels) {
    const opened = vault === null ? null : await vault.open(String(sealed), `channels/${String(id)}/sealed`);
    if (opened === null) locked.push(String(name));
  }
  return locked;
}

function vaultOf(keys: string): ReturnType<typeof openVault> | null {
  try {
    const entries = Object.entries(JSON.parse(keys) as Record<string, string>);
    return entries.length === 0 ? null : openVault(entries.map(([kid, key]) => [kid, Buffer.from(key, "base64")]));
  } catch {
    return null;
  }
}

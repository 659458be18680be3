import { vaultIn } from "../runtime/vault-keys.ts";
import type { Database } from "./database.ts";

/** Returns the names of the channels whose settings the keys of these secrets can't decrypt. */
export async function lockedChannels(db: Database, secrets: Record<string, string | undefined>): Promise<string[]> {
  const channels = db.prepare("SELECT id, name, sealed FROM channels").all();
  const vault = vaultIn(secrets);
  const locked: string[] = [];
  for (const { id, name, sealed } of channels) {
    const opened = vault === null ? null : await vault.open(String(sealed), `channels/${String(id)}/sealed`);
    if (opened === null) locked.push(String(name));
  }
  return locked;
}

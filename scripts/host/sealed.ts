import { DatabaseSync } from "node:sqlite";
import { keyIdOf, openVault } from "../../src/edges/store/vault.ts";
import { StartError } from "./start-error.ts";

/** What one key sealed. */
interface SealedBy {
  channels: number;
  account: boolean;
  /** False where no key that is given opens any of it. */
  opens: boolean;
}

/**
 * Throws StartError where something sealed needs a key that ENCRYPTION_KEYS lacks, or has with other bytes. One damaged row
 * among others is no reason; nor is the account of the polled service where the environment gives one.
 */
export async function checkKeys(path: string, bindings: Record<string, string>): Promise<void> {
  const needed = await sealedBy(path, bindings);
  const words = [...needed].flatMap(([id, by]) => (by.opens ? [] : [wordsFor(id, by, bindings)]));
  if (words.length === 0) return;
  throw new StartError(
    `${words.join("\n")}\nKeys that \`npm start\` made stand in secrets.json in the state folder. ` +
      "To start all the same, set START_WITHOUT_KEYS=true: what cannot be opened stays closed until it is entered again.",
  );
}

const keysIn = ({ ENCRYPTION_KEYS: text = "{}" }: Record<string, string>): [string, string][] =>
  Object.entries(JSON.parse(text) as Record<string, string>);

async function sealedBy(path: string, bindings: Record<string, string>): Promise<Map<string, SealedBy>> {
  const vault = openVault(keysIn(bindings).map(([id, key]) => [id, Buffer.from(key, "base64")]));
  const found = new Map<string, SealedBy>();
  for (const { place, sealed } of everything(path, bindings["UPSTREAM_BASE_URL"] === undefined)) {
    const id = keyIdOf(sealed);
    if (id === null) continue;
    const by = found.get(id) ?? { channels: 0, account: false, opens: false };
    if (place.startsWith("channels/")) by.channels += 1;
    else by.account = true;
    by.opens ||= (await vault.open(sealed, place)) !== null;
    found.set(id, by);
  }
  return found;
}

function everything(path: string, withAccount: boolean): { place: string; sealed: string }[] {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const account = withAccount
      ? "UNION ALL SELECT 'ticker/1/account', account FROM ticker WHERE id = 1 AND account IS NOT NULL"
      : "";
    const rows = db.prepare(`SELECT 'channels/' || id || '/sealed' AS place, sealed FROM channels ${account}`).all();
    return rows as { place: string; sealed: string }[];
  } finally {
    db.close();
  }
}

function wordsFor(id: string, { channels, account }: SealedBy, bindings: Record<string, string>): string {
  const given = keysIn(bindings).some(([one]) => one === id);
  const who = [
    ...(channels === 0 ? [] : [channels === 1 ? "1 channel" : `${channels} channels`]),
    ...(account ? ["the account of the polled service"] : []),
  ].join(" and ");
  const need = `${who} ${channels + Number(account) === 1 ? "needs" : "need"} it`;
  return given
    ? `ENCRYPTION_KEYS has another key under the name "${id}" than before, and ${need}: give back the earlier one.`
    : `ENCRYPTION_KEYS lacks the key "${id}", and ${need}: add it behind the others.`;
}

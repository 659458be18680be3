import { randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

export type MadeSecrets = { ADMIN_TOKEN: string; ENCRYPTION_KEYS: string };

/** The secrets that nobody gave: made once, kept in the state folder, readable by its owner only. */
export async function madeSecrets(state: string): Promise<MadeSecrets> {
  const path = join(state, "secrets.json");
  await mkdir(state, { recursive: true, mode: 0o700 });
  const kept = await readFile(path, "utf8").catch(() => null);
  if (kept !== null) {
    await chmod(path, 0o600);
    return JSON.parse(kept) as MadeSecrets;
  }
  const made: MadeSecrets = {
    ADMIN_TOKEN: `tly_${randomBytes(32).toString("hex")}`,
    ENCRYPTION_KEYS: JSON.stringify({ k1: randomBytes(32).toString("base64") }),
  };
  await writeFile(path, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
  return made;
}

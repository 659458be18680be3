import { randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

export type CreatedSecrets = { ADMIN_TOKEN: string; ENCRYPTION_KEYS: string };

/** Secrets that are not configured, generated once and stored in the state folder, readable only by its owner. */
export async function createSecrets(state: string): Promise<CreatedSecrets> {
  const path = join(state, "secrets.json");
  await mkdir(state, { recursive: true, mode: 0o700 });
  const stored = await readFile(path, "utf8").catch(() => null);
  if (stored !== null) {
    await chmod(path, 0o600);
    return JSON.parse(stored) as CreatedSecrets;
  }
  const created: CreatedSecrets = {
    ADMIN_TOKEN: `tly_${randomBytes(32).toString("hex")}`,
    ENCRYPTION_KEYS: JSON.stringify({ k1: randomBytes(32).toString("base64") }),
  };
  await writeFile(path, `${JSON.stringify(created, null, 2)}\n`, { mode: 0o600 });
  return created;
}

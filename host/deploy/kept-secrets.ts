import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { SecretName } from "./settings.ts";

type Stored = Partial<Record<SecretName, string>>;

const MAKERS: Partial<Record<SecretName, () => string>> = {
  ADMIN_TOKEN: () => `tly_${randomBytes(32).toString("hex")}`,
  ENCRYPTION_KEYS: () => JSON.stringify({ k1: randomBytes(32).toString("base64") }),
};

/** Where generated secrets of a deployment are stored. Cloudflare never shows a secret again. */
export const storedPath = (state: string, name: string): string => join(state, "deployed", `${name}.json`);

/** The secrets with these names, generated if they are not stored yet. They are stored before they are used. */
export async function makeSecrets(path: string, names: SecretName[]): Promise<Stored> {
  const stored = JSON.parse(await readFile(path, "utf8").catch(() => "{}")) as Stored;
  const created: Stored = { ...stored };
  for (const name of names) created[name] ??= MAKERS[name]!();
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, `${JSON.stringify(created, null, 2)}\n`, { mode: 0o600 });
  return Object.fromEntries(names.map((name) => [name, created[name]!]));
}

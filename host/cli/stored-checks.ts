import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { NO_DATABASE } from "../deploy/project.ts";
import { version } from "../place.ts";
import { checkStored } from "../runtime/check-stored.ts";
import { databasePath } from "../runtime/database.ts";
import { lastUse } from "../runtime/lock.ts";
import { readMigrations } from "../runtime/migrations.ts";
import { checkKeys } from "../runtime/sealed.ts";
import { readSecrets, type CreatedSecrets } from "../runtime/secrets.ts";
import { StartError } from "../runtime/start-error.ts";
import type { Found } from "./found.ts";

/** Secrets of the right form, in place of those that a start generates. */
const ANY_SECRETS: CreatedSecrets = {
  ADMIN_TOKEN: "x".repeat(32),
  ENCRYPTION_KEYS: JSON.stringify({ k1: btoa("x".repeat(32)) }),
};

/** The secrets with which an instance would start. Throws StartError. */
export const secretsFor = async (state: string): Promise<CreatedSecrets> => (await readSecrets(state)) ?? ANY_SECRETS;

/**
 * Checks the files of a state folder as a start does, without changing any. `env` are the variables of a start. Throws
 * StartError if those are invalid.
 */
export async function storedCheck(state: string, env: NodeJS.ProcessEnv): Promise<Found> {
  const what = "Stored data";
  const path = databasePath(resolve(state), NO_DATABASE);
  const { readBindings, readHostVariables } = await import("../runtime/read-variables.ts");
  const host = readHostVariables(env);
  const bindings = readBindings(host, await secretsFor(state), env);
  try {
    const migrations = (await readMigrations()).map(({ name }) => name);
    const before = await lastUse(state);
    await checkStored(state, { here: version(), before: before?.version ?? null, migrations });
    if (!existsSync(path)) return { what, is: "none yet", fix: null };
    if (!host.withoutKeys) await checkKeys(path, bindings);
    return { what, is: "can be read", fix: null };
  } catch (thrown) {
    if (!(thrown instanceof StartError)) throw thrown;
    return { what, is: thrown.message.replaceAll("\n", "; "), fix: "Until then it doesn't start." };
  }
}

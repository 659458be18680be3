import { createHash, createPrivateKey, createPublicKey, randomBytes, timingSafeEqual } from "node:crypto";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "./folder.ts";
import { StartError } from "../failure.ts";

export type CreatedSecrets = { ADMIN_TOKEN: string; ENCRYPTION_KEYS: string };

const pathIn = (state: string): string => join(state, "secrets.json");

/** The secrets of a state folder; null if none were generated yet. Throws StartError if they can't be read. */
export async function readSecrets(state: string): Promise<CreatedSecrets | null> {
  const path = pathIn(state);
  let reason: string;
  try {
    const read = JSON.parse(await readFile(path, "utf8")) as Partial<CreatedSecrets> | null;
    if (typeof read?.ADMIN_TOKEN === "string" && typeof read.ENCRYPTION_KEYS === "string")
      return read as CreatedSecrets;
    reason = "a secret is missing";
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    reason = code ?? "it is not JSON";
  }
  throw new StartError(
    `${path} can't be read (${reason}): put back a copy of it, or set ADMIN_TOKEN and ENCRYPTION_KEYS and move it away.`,
  );
}

/** Secrets that are not configured, generated once and stored in the state folder, readable only by its owner. */
export async function createSecrets(state: string): Promise<CreatedSecrets> {
  const path = pathIn(state);
  makeFolder(state);
  const stored = await readSecrets(state);
  if (stored !== null) {
    await chmod(path, 0o600);
    return stored;
  }
  const created: CreatedSecrets = {
    ADMIN_TOKEN: `tly_${randomBytes(32).toString("hex")}`,
    ENCRYPTION_KEYS: JSON.stringify({ k1: randomBytes(32).toString("base64") }),
  };
  await writeFile(path, `${JSON.stringify(created, null, 2)}\n`, { mode: 0o600 });
  return created;
}

/** The frame of an Ed25519 key in PKCS #8. */
const PKCS8 = "302e020100300506032b657004220420";

/**
 * The keys with which the demo's chats sign, made from a secret that only this folder has: the Worker's variables and
 * the simulator's.
 */
export function chatKeys(secret: string): { worker: Record<string, string>; simulator: Record<string, string> } {
  const [discordKey, slackSecret] = ["discord", "slack"].map((service) =>
    createHash("sha256").update(`tallylight simulator ${service} ${secret}`).digest("hex"),
  ) as [string, string];
  const privateKey = createPrivateKey({ key: Buffer.from(PKCS8 + discordKey, "hex"), format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(privateKey).export({ format: "der", type: "spki" }).subarray(-32).toString("hex");
  return {
    worker: { DISCORD_PUBLIC_KEY: publicKey, SLACK_SIGNING_SECRET: slackSecret },
    simulator: { SIM_DISCORD_KEY: discordKey, SIM_SLACK_SECRET: slackSecret },
  };
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Compares two secrets in constant time. */
export const same = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

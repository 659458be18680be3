import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { addressesHere } from "../runtime/terminal.ts";
import { lastUse } from "../runtime/lock.ts";
import { settingsIn } from "../runtime/settings-file.ts";
import { ownCall } from "../runtime/own-call.ts";
import { commandLine } from "../place.ts";
import { CliError } from "./arguments.ts";

/** A running Tallylight. */
export interface Instance {
  base: string;
  adminToken: string;
}

/** The address of the instance that runs on a state folder; null if there is none. */
export async function baseOf(state: string): Promise<string | null> {
  const use = await lastUse(state);
  return use?.base !== undefined && isRunning(use.pid) ? addressesHere(use.base).plain : null;
}

/** Whether a process exists, even if it belongs to another user. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Finds the running instance and its admin token. Throws CliError. */
export async function runningInstance(state: string): Promise<Instance> {
  const base = await baseOf(state);
  if (base === null)
    throw new CliError(
      `Tallylight is not running on ${state}: start it with \`${commandLine("start")}\`, or name its folder with TALLYLIGHT_STATE=…`,
    );
  const stored = await readFile(join(state, "secrets.json"), "utf8").catch(() => "{}");
  const adminToken =
    process.env["ADMIN_TOKEN"] ||
    settingsIn(state)["ADMIN_TOKEN"] ||
    (JSON.parse(stored) as Record<string, string>)["ADMIN_TOKEN"];
  if (adminToken === undefined)
    throw new CliError(`There is no admin token in ${state}: set ADMIN_TOKEN to the one of the running instance.`);
  return { base, adminToken };
}

/** Posts to the API of an instance. Throws CliError if it refuses or does not answer. */
export async function post(
  { base, adminToken }: Instance,
  path: string,
  contentType: string,
  body: string | Buffer,
): Promise<unknown> {
  const headers = { authorization: `Bearer ${adminToken}`, "content-type": contentType };
  let answered;
  try {
    answered = await ownCall(base + path, { method: "POST", headers, body });
  } catch (thrown) {
    throw new CliError(`${base} does not answer (${(thrown as Error).message}): see \`tallylight doctor\`.`);
  }
  const { status, text } = answered;
  if (status < 300) return JSON.parse(text);
  if (status === 401)
    throw new CliError(`${base} refuses the admin token: set ADMIN_TOKEN to the one of the running instance.`);
  throw new CliError(`${base} refused it (${status}): ${refusal(text)}`);
}

/** The message of a problem document. */
function refusal(text: string): string {
  try {
    const {
      title,
      detail,
      errors = [],
    } = JSON.parse(text) as Record<string, never> & { errors?: { message: string }[] };
    return [String(detail ?? title), ...errors.map(({ message }) => message)].join("\n  ");
  } catch {
    return text.slice(0, 200);
  }
}

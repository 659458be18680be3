import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdtempSync, rmdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { databasePath } from "../runtime/database.ts";
import { NO_DATABASE } from "../deploy/project.ts";
import { resolvedHost } from "../runtime/addresses.ts";
import { ownCall } from "../runtime/own-call.ts";
import { trustedIn } from "../runtime/front/client.ts";
import { machineHere, platformProblem } from "../runtime/platform.ts";
import { freePort } from "../runtime/ports.ts";
import { settingsIn } from "../runtime/settings-file.ts";
import { workerdCommand } from "../runtime/workerd-command.ts";
import { commandLine, version } from "../place.ts";
import { baseOf } from "./instance.ts";
import { StartError } from "../failure.ts";
import type { Found } from "./health-check.ts";
import { checkStored } from "../runtime/check-stored.ts";
import { lastUse } from "../runtime/lock.ts";
import { readMigrations } from "../runtime/migrations.ts";
import { checkKeys } from "../runtime/sealed.ts";
import { type CreatedSecrets, readSecrets } from "../runtime/secrets.ts";
import { CliError, type Provided } from "./arguments.ts";

type Check = () => Promise<Found | Found[]> | Found;

/** All checks, the most important first. */
export const checks = (state: string): Check[] => [
  () => ({ what: "Tallylight", is: version(), fix: null }),
  () => nodeCheck(process.versions.node),
  runtimeCheck,
  () => stateCheck(state),
  () => clockCheck(lastTick(state), Date.now()),
  () => settingsCheck(state, process.env),
  () => filesCheck(state),
  () => portCheck(state, "PORT"),
  () => portCheck(state, "SIM_PORT"),
  () => instanceCheck(state),
];

/** Checks the version of Node.js. Pure. */
export function nodeCheck(node: string): Found {
  const isOld = Number(node.split(".")[0]) < 20;
  return { what: "Node.js", is: node, fix: isOld ? "Update Node.js to 20 or newer." : null };
}

function runtimeCheck(): Found {
  const what = "Runtime (workerd)";
  const unfit = platformProblem(machineHere());
  if (unfit !== null) return { what, ...unfit };
  const reinstall = "Install Tallylight again, with npm's optional dependencies.";
  try {
    const { status, stdout, stderr, error } = spawnSync(workerdCommand(), ["--version"], { encoding: "utf8" });
    if (status === 0) return { what, is: stdout.trim(), fix: null };
    const reported = (error?.message ?? stderr.trim()) || "it does not start";
    return {
      what,
      is: reported,
      fix: "It needs Linux with glibc 2.35 or newer, macOS 13.5 or newer, or Windows on x64.",
    };
  } catch {
    return { what, is: "not installed for this platform", fix: reinstall };
  }
}

/** Checks that the state folder is writable, and only by its owner. */
export function stateCheck(state: string): Found {
  const what = "State folder";
  const existing = nearest(resolve(state));
  if (!statSync(existing).isDirectory())
    return { what, is: `${existing} is a file`, fix: "Set TALLYLIGHT_STATE to a folder." };
  try {
    accessSync(existing, constants.R_OK | constants.W_OK | constants.X_OK);
    // Some folders take nothing from anyone, such as /proc.
    rmdirSync(mkdtempSync(join(existing, ".tallylight-doctor-")));
  } catch {
    return {
      what,
      is: `${existing} cannot be written`,
      fix: "Change its owner, or set TALLYLIGHT_STATE to another folder.",
    };
  }
  if (existing !== resolve(state)) return { what, is: `${state}, created by the first start`, fix: null };
  const isOpen = process.platform !== "win32" && (statSync(state).mode & 0o077) !== 0;
  return { what, is: isOpen ? `${state} is open to others` : state, fix: isOpen ? `Run: chmod 700 '${state}'` : null };
}

/** The path, or its nearest existing parent. */
const nearest = (path: string): string => (existsSync(path) || dirname(path) === path ? path : nearest(dirname(path)));

/** The time of the last tick (epoch ms); null if there was none or it cannot be read. */
function lastTick(state: string): number | null {
  const path = databasePath(state, NO_DATABASE);
  if (!existsSync(path)) return null;
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { readOnly: true, timeout: 1000 });
    return Number(db.prepare("SELECT max(last_tick_at) AS at FROM ticker").get()!["at"]) || null;
  } catch {
    return null;
  } finally {
    db?.close();
  }
}

const MINUTE = 60_000;

/** Checks for a clock that was set back: ticks before the last one do nothing. Pure. */
export function clockCheck(last: number | null, now: number): Found {
  const is = new Date(now).toISOString();
  if (last === null || last <= now + MINUTE) return { what: "Clock", is, fix: null };
  const ahead = new Date(last).toISOString();
  return { what: "Clock", is: `${is}, before the last tick (${ahead})`, fix: "Set the clock of this machine." };
}

/** The variables with which an instance on a state folder would start. */
const variablesFor = (state: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...settingsIn(state),
  ...env,
  TALLYLIGHT_STATE: state,
});

/** Checks the variables as a start does. */
export async function settingsCheck(state: string, env: NodeJS.ProcessEnv): Promise<Found> {
  const what = "Settings";
  const { readBindings, readHostVariables } = await import("../runtime/read-variables.ts");
  try {
    const variables = variablesFor(state, env);
    const host = readHostVariables(variables);
    trustedIn(host.trustedProxies);
    readBindings(host, await secretsFor(state), variables);
    return { what, is: "valid", fix: null };
  } catch (thrown) {
    if (!(thrown instanceof StartError)) throw thrown;
    return { what, is: thrown.message.replaceAll("\n", "; "), fix: "Correct these settings." };
  }
}

/** Checks the stored data, which a running instance changes meanwhile. */
async function filesCheck(state: string): Promise<Found> {
  const what = "Stored data";
  if ((await baseOf(state)) !== null) return { what, is: "not checked while Tallylight runs", fix: null };
  try {
    return await storedCheck(state, variablesFor(state, process.env));
  } catch (thrown) {
    if (!(thrown instanceof StartError)) throw thrown;
    return { what, is: "not checked before the settings are valid", fix: null };
  }
}

async function portCheck(state: string, name: "PORT" | "SIM_PORT"): Promise<Found> {
  const what = `Port (${name})`;
  if ((await baseOf(state)) !== null) return { what, is: "not checked while Tallylight runs", fix: null };
  const { hostVariables } = await import("../runtime/variables.ts");
  try {
    const { port, simPort, host, demo } = hostVariables(variablesFor(state, process.env));
    if (name === "SIM_PORT" && !demo) return { what, is: "not needed", fix: null };
    const wanted = name === "PORT" ? port : simPort;
    await freePort(name, wanted, await resolvedHost(host));
    return { what, is: `${wanted} is free`, fix: null };
  } catch (thrown) {
    if (!(thrown instanceof StartError)) throw thrown;
    return { what, is: thrown.message.replaceAll("\n", "; "), fix: "Change the variable, or end the other program." };
  }
}

async function instanceCheck(state: string): Promise<Found | Found[]> {
  const what = "Running instance";
  const base = await baseOf(state);
  if (base === null) return { what, is: `none; \`${commandLine("start")}\` starts one`, fix: null };
  try {
    const { status, text } = await ownCall(`${base}/healthz`, { signal: AbortSignal.timeout(10_000) });
    const { healthChecks } = await import("./health-check.ts");
    return healthChecks(base, status, text);
  } catch (thrown) {
    return {
      what,
      is: `${base} does not answer (${(thrown as Error).message})`,
      fix: "Stop its process and start it again.",
    };
  }
}

/** Secrets of the right form, in place of those that a start generates. */
const ANY_SECRETS: CreatedSecrets = {
  ADMIN_TOKEN: "x".repeat(32),
  ENCRYPTION_KEYS: JSON.stringify({ k1: btoa("x".repeat(32)) }),
};

/** The secrets with which an instance would start. Throws StartError. */
const secretsFor = async (state: string): Promise<CreatedSecrets> => (await readSecrets(state)) ?? ANY_SECRETS;

/**
 * Checks the files of a state folder as a start does, without changing any. `env` are the variables of a start. Throws
 * StartError if those are invalid.
 */
async function storedCheck(state: string, env: NodeJS.ProcessEnv): Promise<Found> {
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

/** Prints a line per check, with what to do about failed ones. */
export async function doctor({ state }: Provided): Promise<void> {
  const found: Found[] = [];
  for (const check of checks(state)) {
    for (const one of [await check()].flat()) {
      found.push(one);
      console.log(lineOf(one));
    }
  }
  const invalid = found.filter(({ fix, minor }) => fix !== null && minor !== true);
  if (invalid.length > 0)
    throw new CliError(
      `${invalid.length} of ${found.length} checks failed: follow the advice above, then run this again.`,
    );
}

function lineOf({ what, is, fix, minor }: Found): string {
  if (fix === null) return `✓ ${what}: ${is}`;
  return `${minor === true ? "!" : "✗"} ${what}: ${is.replace(/\.$/, "")}. ${fix}`;
}

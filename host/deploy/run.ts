import { cp, mkdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { parseArgs } from "node:util";
import { commandLine, inRoot, PACKED } from "../place.ts";
import { bundle, sizeOf } from "./bundle.ts";
import { deploy } from "./deploy.ts";
import { configOf, type Project, readProject } from "./project.ts";
import { readSettings, SECRETS, invalidOf, type SecretName, CREATED, missingOf, type Settings } from "./settings.ts";
import { DeployError, type Wrangler } from "./wrangler.ts";

const AWAKE_WITHIN_MS = 180_000;

/** What the command gets from its process. */
interface Invoked {
  args: string[];
  env: NodeJS.ProcessEnv;
  wranglerOf: (env: NodeJS.ProcessEnv) => Wrangler;
  say: (line: string) => void;
  complain: (line: string) => void;
}

/** Runs the command in the current folder. Returns its exit status: 0, or 1 for something the user has to change. */
export async function runDeploy(invoked: Invoked): Promise<number> {
  try {
    await deployRequested(invoked);
    return 0;
  } catch (thrown) {
    if (!(thrown instanceof DeployError)) throw thrown;
    invoked.complain(`✗ ${thrown.message.split("\n").join("\n✗ ")}`);
    return 1;
  }
}

/** Prompts at the terminal; null if there is none. Secrets are not echoed. */
async function askPerson(name: string, secret: boolean): Promise<string | null> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return null;
  process.stdout.write(`  ${name}: `);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: secret ? silent : process.stdout, terminal: true });
  try {
    return (await lines.question("")).trim();
  } finally {
    lines.close();
    if (secret) process.stdout.write("\n");
  }
}

/** The files that wrangler reads and uploads. */
const UPLOADED = ["wrangler.toml", "worker", "build", "migrations"];

/**
 * In the packed tool: copies the deployed files into the state folder, where wrangler can write, and changes to that
 * folder.
 */
async function enterStaged(state: string): Promise<void> {
  if (!PACKED) return;
  const folder = join(state, "deploy");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of UPLOADED) await cp(inRoot(name), join(folder, name), { recursive: true, force: true });
  process.chdir(folder);
}

/** Bundles and prints what a deployment would do. Needs neither account nor network. Throws DeployError. */
async function dryRun(
  project: Project,
  settings: Settings,
  config: string,
  wrangler: Wrangler,
  say: (line: string) => void,
): Promise<void> {
  const built = await bundle("wrangler.toml", project.text, wrangler);
  const size = sizeOf(built.gzipBytes);
  if (!size.fits) throw new DeployError(`The code is too large: ${size.text}.`);
  say(`✓ bundle: ${size.text}`);
  const missing = missingOf(settings, []);
  const created = CREATED.filter((name) => missing.includes(name));
  const requested = missing.filter((name) => !(CREATED as readonly string[]).includes(name));
  say(`✓ configuration: no errors in ${providedText(settings)}`);
  for (const { name, message } of invalidOf(settings, {}))
    say(`… ${name} ${message}: rejected unless the Worker already has LIMITS=paid`);
  for (const name of requested) say(`… ${name} is not set: a deployment keeps the Worker's value, or prompts for it`);
  say("");
  say("A deployment would do this, without changing what already exists:");
  say(`  1. create the database ${project.databaseName}`);
  say(`  2. create the queues ${project.queues.join(", ")}`);
  say(`  3. write ${config} with the ID of that database`);
  say(`  4. apply the pending ones of ${project.migrations.length} migrations`);
  say(
    `  5. generate the secrets ${created.join(" and ") || "(none)"}; set them and the ones you set, if the Worker has none`,
  );
  say(`  6. deploy the Worker ${project.name}, with ${variablesText(settings)}`);
  say(
    `  7. ${settings.variables["PUBLIC_URL"] === undefined ? "set PUBLIC_URL to its address, if it has none, and " : ""}wait until /healthz answers`,
  );
}

function providedText({ variables, secrets }: Settings): string {
  const names = [...Object.keys(variables), ...SECRETS.filter((name) => secrets[name] !== undefined)];
  return names.length === 0 ? "your settings (none)" : names.join(", ");
}

const variablesText = ({ variables }: Settings): string =>
  Object.keys(variables).length === 0
    ? "its current variables"
    : `${Object.keys(variables).join(", ")}; others are unchanged`;

async function deployRequested({ args, env, wranglerOf, say }: Invoked): Promise<void> {
  const values = options(args);
  const wrangler = wranglerOf(env);
  const state = resolve(env["TALLYLIGHT_STATE"] || ".tallylight");
  const devVars = await readFile(".dev.vars", "utf8").catch(() => null);
  await enterStaged(state);
  const project = await readProject(values.name ?? (env["TALLYLIGHT_NAME"] || null));
  const config = configOf(project.name, (await readProject()).name);
  const settings = readSettings(env, project.variables, devVars);
  for (const note of settings.notes) say(`… ${note}`);
  const invalid = invalidOf(settings, null);
  if (invalid.length > 0) throw new DeployError(invalid.map(({ name, message }) => `${name} ${message}`).join("\n"));
  if (values["dry-run"]) return dryRun(project, settings, config, wrangler, say);
  await deploy({
    project,
    settings,
    replace: replaced(values["replace-secret"] ?? [], settings.secrets),
    state,
    location: locationOf(values.location),
    config,
    wrangler,
    say,
    ask: askPerson,
    unattended: Boolean(env["CI"]),
    cloudflareBuilds: env["WORKERS_CI"] === "1",
    awakeWithinMs: AWAKE_WITHIN_MS,
  });
}

function options(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        "dry-run": { type: "boolean" },
        name: { type: "string" },
        location: { type: "string" },
        "replace-secret": { type: "string", multiple: true },
      },
    });
    return values;
  } catch (thrown) {
    throw new DeployError(
      `${(thrown as Error).message}\nUsage: ${commandLine("deploy", "[--dry-run] [--name NAME] [--location REGION] [--replace-secret NAME]…")}`,
    );
  }
}

/** Regions that D1 accepts for a new database. */
const LOCATIONS = ["weur", "eeur", "apac", "oc", "wnam", "enam"];

function locationOf(location: string | undefined): string | null {
  if (location !== undefined && !LOCATIONS.includes(location))
    throw new DeployError(`--location takes ${LOCATIONS.join(", ")}`);
  return location ?? null;
}

function replaced(names: string[], provided: Partial<Record<SecretName, string>>): SecretName[] {
  for (const name of names) {
    if (!(SECRETS as readonly string[]).includes(name))
      throw new DeployError(`--replace-secret takes ${SECRETS.join(", ")}`);
    if (provided[name as SecretName] === undefined)
      throw new DeployError(`${name} is missing: set the new value as an environment variable`);
  }
  return names as SecretName[];
}

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { commandLine } from "../place.ts";
import { askPerson } from "./ask.ts";
import { deploy } from "./deploy.ts";
import { dryRun } from "./dry-run.ts";
import { LOCATIONS } from "./locations.ts";
import { configOf, readProject } from "./project.ts";
import { readSettings, SECRETS, invalidOf, type SecretName } from "./settings.ts";
import { enterStaged } from "./staged.ts";
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

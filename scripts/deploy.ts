// Deploys to Cloudflare: creates what is missing, migrates, deploys. Safe to repeat. --dry-run needs no account.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { askPerson } from "./deploy/ask.ts";
import { deploy } from "./deploy/deploy.ts";
import { LOCATIONS } from "./deploy/locations.ts";
import { dryRun } from "./deploy/dry-run.ts";
import { configOf, readProject } from "./deploy/project.ts";
import { readSettings, SECRETS, wrongOf, type SecretName } from "./deploy/settings.ts";
import { enterStaged } from "./deploy/staged.ts";
import { DeployError, wranglerAt } from "./deploy/wrangler.ts";
import { commandLine } from "./place.ts";

const AWAKE_WITHIN_MS = 180_000;

const { env } = process;
const say = (line: string) => console.log(line);

async function main(): Promise<void> {
  const { values } = options();
  const wrangler = wranglerAt(env);
  const state = resolve(env["TALLYLIGHT_STATE"] || ".tallylight");
  const devVars = await readFile(".dev.vars", "utf8").catch(() => null);
  await enterStaged(state);
  const project = await readProject(values.name ?? (env["TALLYLIGHT_NAME"] || null));
  const config = configOf(project.name, (await readProject()).name);
  const settings = readSettings(env, project.variables, devVars);
  for (const note of settings.notes) say(`… ${note}`);
  const wrong = wrongOf(settings, null);
  if (wrong.length > 0) throw new DeployError(wrong.map(({ name, message }) => `${name} ${message}`).join("\n"));
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

function options() {
  try {
    return parseArgs({
      options: {
        "dry-run": { type: "boolean" },
        name: { type: "string" },
        location: { type: "string" },
        "replace-secret": { type: "string", multiple: true },
      },
    });
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

function replaced(names: string[], given: Partial<Record<SecretName, string>>): SecretName[] {
  for (const name of names) {
    if (!(SECRETS as readonly string[]).includes(name))
      throw new DeployError(`--replace-secret takes ${SECRETS.join(", ")}`);
    if (given[name as SecretName] === undefined)
      throw new DeployError(`${name} is missing: set the new value as an environment variable`);
  }
  return names as SecretName[];
}

main().catch((thrown: unknown) => {
  console.error(thrown instanceof DeployError ? `✗ ${thrown.message.split("\n").join("\n✗ ")}` : thrown);
  process.exitCode = 1;
});

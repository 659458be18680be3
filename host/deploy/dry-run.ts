import { bundle, sizeOf } from "./bundle.ts";
import type { Project } from "./project.ts";
import { CREATED, missingOf, SECRETS, invalidOf, type Settings } from "./settings.ts";
import { DeployError, type Wrangler } from "./wrangler.ts";

/** Bundles and prints what a deployment would do. Needs neither account nor network. Throws DeployError. */
export async function dryRun(
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

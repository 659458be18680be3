import { bundle, sizeOf } from "./bundle.ts";
import type { Project } from "./project.ts";
import { MADE, missingOf, SECRETS, wrongOf, type Settings } from "./settings.ts";
import { DeployError, type Wrangler } from "./wrangler.ts";

/** Bundles and says what a deployment would do; needs no account and no network. Throws DeployError. */
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
  const made = MADE.filter((name) => missing.includes(name));
  const asked = missing.filter((name) => !(MADE as readonly string[]).includes(name));
  say(`✓ configuration: nothing wrong in ${givenText(settings)}`);
  for (const { name, message } of wrongOf(settings, {}))
    say(`… ${name} ${message}: refused unless the Worker has LIMITS=paid already`);
  for (const name of asked) say(`… ${name} is not given: a deployment keeps what the Worker has, or asks for it`);
  say("");
  say("A deployment would, leaving alone what is there already:");
  say(`  1. make the database ${project.databaseName}`);
  say(`  2. make the queues ${project.queues.join(", ")}`);
  say(`  3. write ${config}, with the id of that database`);
  say(`  4. apply to it those of the ${project.migrations.length} migrations that it has not seen`);
  say(
    `  5. make the secrets ${made.join(" and ") || "(none)"}; set them and those that are given, where the Worker has none`,
  );
  say(`  6. deploy the Worker ${project.name}, with ${variablesText(settings)}`);
  say(
    `  7. ${settings.variables["PUBLIC_URL"] === undefined ? "set PUBLIC_URL to its address, if it has none, and " : ""}wait until /healthz answers`,
  );
}

function givenText({ variables, secrets }: Settings): string {
  const names = [...Object.keys(variables), ...SECRETS.filter((name) => secrets[name] !== undefined)];
  return names.length === 0 ? "what is given (nothing)" : names.join(", ");
}

const variablesText = ({ variables }: Settings): string =>
  Object.keys(variables).length === 0
    ? "the variables that it has"
    : `${Object.keys(variables).join(", ")}; others stay`;

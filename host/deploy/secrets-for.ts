import type { DeployedWorker } from "./account.ts";
import { storedPath, makeSecrets } from "./kept-secrets.ts";
import type { Plan } from "./plan.ts";
import type { Surroundings } from "./surroundings.ts";
import { SECRETS, invalidOf, type SecretName } from "./settings.ts";
import { secrets } from "../../src/wiring/variables.ts";
import { DeployError } from "./wrangler.ts";

/**
 * The secrets to set. Prompts for those that only a person knows, and adds them to the settings. Throws DeployError.
 */
export async function secretsFor(
  around: Surroundings,
  plan: Plan,
  worker: DeployedWorker | null,
): Promise<Record<string, string>> {
  const { settings, project, say } = around;
  const unknown: string[] = around.unattended ? plan.make.filter((name) => secrets[name].without === null) : [];
  for (const name of plan.ask) {
    const isSecret = (SECRETS as readonly string[]).includes(name);
    const answer = around.unattended ? null : await around.ask(name, isSecret);
    if (!answer) unknown.push(name);
    else if (isSecret) settings.secrets[name as SecretName] = answer;
    else settings.variables[name] = answer;
  }
  if (unknown.length > 0 && !around.cloudflareBuilds)
    throw new DeployError(unknown.map((name) => `${name} is missing: set it as an environment variable`).join("\n"));
  for (const name of unknown) say(`… ${name} is missing: the Worker reports this until you set it in the dashboard`);
  const invalid = invalidOf(settings, worker?.variables ?? {});
  if (invalid.length > 0) throw new DeployError(invalid.map(({ name, message }) => `${name} ${message}`).join("\n"));
  const requested = plan.ask.filter((name): name is SecretName => (SECRETS as readonly string[]).includes(name));
  const provided = [...plan.give, ...requested].flatMap((name) => {
    const value = settings.secrets[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const created =
    around.unattended || plan.make.length === 0
      ? {}
      : await makeSecrets(storedPath(around.state, project.name), plan.make);
  return { ...Object.fromEntries(provided), ...created };
}

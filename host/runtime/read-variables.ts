import { readConfig, variableNames } from "../../src/wiring/config.ts";
import { ownAddress, simulatorAddress } from "./addresses.ts";
import type { CreatedSecrets } from "./secrets.ts";
import { checkSettings } from "./setting-names.ts";
import { StartError } from "./start-error.ts";
import { demoBindings, hostVariables, type HostVariables } from "./variables.ts";

/** The variables of `npm start` itself. Throws StartError with all invalid ones. */
export function readHostVariables(env: NodeJS.ProcessEnv): HostVariables {
  const read = hostVariables(env);
  checkSettings(read.state);
  return read;
}

/**
 * The Worker's variables: defaults for self-hosting, then generated secrets, then the environment, which wins. Throws
 * StartError with all invalid ones.
 */
export function readBindings(
  host: HostVariables,
  created: CreatedSecrets,
  env: NodeJS.ProcessEnv,
): Record<string, string> {
  const provided = Object.fromEntries(variableNames(env).map((name) => [name, env[name]!]));
  const demo = host.demo
    ? demoBindings(simulatorAddress(host.host, host.simPort), ownAddress(host.host, host.port))
    : {};
  const bindings = { LIMITS: "local", ...demo, ...created, ...provided };
  const config = readConfig(bindings);
  if ("errors" in config)
    throw new StartError(config.errors.map(({ name, message }) => `${name} ${message}`).join("\n"));
  return bindings;
}

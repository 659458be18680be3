import { nearest } from "../../src/core/nearest.ts";
import { readConfig, variableNames } from "../../src/wiring/config.ts";
import { variables } from "../../src/wiring/variables.ts";
import { ownAddress, simulatorAddress } from "./addresses.ts";
import { chatKeys, type CreatedSecrets } from "./secrets.ts";
import { settingsIn, settingsPath } from "./settings-file.ts";
import { demoBindings, hostVariables, type HostVariables, hostSchema } from "./variables.ts";
import { StartError } from "../failure.ts";

/** Names that the settings file may have although others read them. */
const REST = ["NODE_EXTRA_CA_CERTS"];

/** Refuses names in the settings file that nothing reads, which would be typos. Throws StartError with all of them. */
export function checkSettings(state: string): void {
  const own = Object.keys(hostSchema.shape).filter((name) => name !== "TALLYLIGHT_STATE");
  const known = [...Object.keys(variables), ...own, ...REST];
  const settings = settingsIn(state);
  const read = new Set([...known, ...variableNames(settings)]);
  const invalid = Object.keys(settings)
    .filter((name) => !read.has(name))
    .sort();
  if (invalid.length > 0)
    throw new StartError(invalid.map((name) => `${settingsPath(state)}: ${wordsFor(name, known)}`).join("\n"));
}

function wordsFor(name: string, known: string[]): string {
  if (name === "TALLYLIGHT_STATE") return "TALLYLIGHT_STATE names this folder, so set it in the environment.";
  const meant = nearest(name, known);
  return `there is no variable ${name}.${meant === null ? "" : ` Did you mean ${meant}?`}`;
}

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
    ? {
        ...demoBindings(simulatorAddress(host.host, host.simPort), ownAddress(host.host, host.port)),
        ...chatKeys(created.ADMIN_TOKEN).worker,
      }
    : {};
  const bindings = { LIMITS: "local", ...demo, ...created, ...provided };
  const config = readConfig(bindings);
  if ("errors" in config)
    throw new StartError(config.errors.map(({ name, message }) => `${name} ${message}`).join("\n"));
  return bindings;
}

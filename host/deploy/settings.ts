import { parseEnv } from "node:util";
import { hostRefusal } from "../../src/core/public-url.ts";
import { neededForAccount, readConfig, variableNames, type ConfigError } from "../../src/wiring/config.ts";
import { secrets, variables } from "../../src/wiring/variables.ts";

export type SecretName = keyof typeof secrets;

/** Variables that are secrets of the Worker. All others are plain variables. */
export const SECRETS = Object.keys(secrets) as SecretName[];

/** The secrets that a deployment creates if they are missing. Without `ENCRYPTION_KEYS`, the Worker derives a key. */
export const CREATED = ["ADMIN_TOKEN", "ENCRYPTION_KEYS"] as const;

/** What a person configures for a deployment. */
export interface Settings {
  variables: Record<string, string>;
  secrets: Partial<Record<SecretName, string>>;
  /** What was ignored and why, to be printed. */
  notes: string[];
}

/**
 * Reads variables from the environment, then from wrangler.toml; secrets from the environment, then from .dev.vars.
 * Values of wrangler.toml as shipped do not count, so that they cannot replace deployed ones. Pure.
 */
export function readSettings(
  env: Record<string, string | undefined>,
  configVariables: Record<string, string>,
  devVars: string | null,
): Settings {
  const notes: string[] = [];
  const isSecret = (name: string) => (SECRETS as readonly string[]).includes(name);
  const own = configVariables["UPSTREAM_BASE_URL"] === undefined ? withoutShipped(configVariables) : configVariables;
  const provided = Object.fromEntries(
    variableNames(env).flatMap((name) => (env[name] === undefined || env[name] === "" ? [] : [[name, env[name]]])),
  );
  const variables = Object.fromEntries(Object.entries({ ...own, ...provided }).filter(([name]) => !isSecret(name)));
  const file: Record<string, string | undefined> = devVars === null ? {} : parseEnv(devVars);
  const ofDemo = /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])([:/]|$)/.test(file["UPSTREAM_BASE_URL"] ?? "");
  if (ofDemo) notes.push(".dev.vars is ignored: it belongs to the demo of `npm run dev`");
  const secrets = Object.fromEntries(
    SECRETS.flatMap((name) => {
      const value = env[name] || (ofDemo ? "" : file[name]);
      return value ? [[name, value]] : [];
    }),
  );
  return { variables, secrets, notes };
}

const withoutShipped = ({ LIMITS, ...rest }: Record<string, string>) => ({
  ...rest,
  ...(LIMITS === undefined || LIMITS === "free" ? {} : { LIMITS }),
});

/** Valid values for these and required variables, so that the others can be checked while these are unknown. */
const standIns = (account: string[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, { without, said }]) =>
      without !== null && !account.includes(name) ? [] : [[name, said.example ?? "x"]],
    ),
  );

/** Returns what a deployment creates or a Worker needs, and what is neither given nor stored in the Worker. Pure. */
export function missingOf({ variables, secrets }: Settings, stored: string[]): string[] {
  const known = [...Object.keys({ ...variables, ...secrets }), ...stored];
  const needed = Object.keys(standIns(neededForAccount(known)));
  return [...new Set([...CREATED, ...needed])].filter((name) => !known.includes(name));
}

/**
 * Errors of the given values, by name and without the value. `stored` are the Worker's variables; null if they are not
 * known yet, in which case its plan is not known either, and no budget is too large. Pure.
 */
export function invalidOf({ variables, secrets }: Settings, stored: Record<string, string> | null): ConfigError[] {
  const merged = { ...(stored ?? { LIMITS: "paid" }), ...variables };
  const known = Object.fromEntries(variableNames(merged).map((name) => [name, merged[name]!]));
  const provided = { ...known, ...secrets };
  const read = readConfig({ ...standIns(neededForAccount(Object.keys(provided))), ...provided });
  const errors = "errors" in read ? read.errors : [];
  // A deployed Worker cannot poll the machine that deployed it.
  if (!["free", "paid", undefined].includes(merged["LIMITS"]) && !errors.some(({ name }) => name === "LIMITS"))
    errors.push({ name: "LIMITS", message: "must be free or paid on Cloudflare" });
  return [...errors, ...unreachable(merged["UPSTREAM_BASE_URL"])];
}

/** A Worker on Cloudflare cannot reach private addresses of the machine or network that deployed it. */
function unreachable(address: string | undefined): ConfigError[] {
  if (address === undefined || !URL.canParse(address)) return [];
  const refused = hostRefusal(new URL(address).hostname);
  return refused === null
    ? []
    : [{ name: "UPSTREAM_BASE_URL", message: `${refused}: Cloudflare can't reach other addresses` }];
}

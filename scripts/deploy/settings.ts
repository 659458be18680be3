import { parseEnv } from "node:util";
import { hostRefusal } from "../../src/core/public-url.ts";
import { ACCOUNT, readConfig, variableNames, type ConfigError } from "../../src/config.ts";
import { secrets, variables } from "../../src/variables.ts";

export type SecretName = keyof typeof secrets;

/** What is kept as a secret of the Worker; all else that it obeys is a variable. */
export const SECRETS = Object.keys(secrets) as SecretName[];

/** The secrets that can be made where nobody gives them. */
export const CREATED = ["ADMIN_TOKEN", "ENCRYPTION_KEYS"] as const;

/** What a person gives to a deployment. */
export interface Settings {
  variables: Record<string, string>;
  secrets: Partial<Record<SecretName, string>>;
  /** What was left aside, and why, for the person to read. */
  notes: string[];
}

/**
 * Variables come from the environment, then from wrangler.toml; secrets from the environment, then from .dev.vars. What
 * wrangler.toml says as shipped is nobody's wish: it must not take the place of what was deployed. Pure.
 */
export function readSettings(
  env: Record<string, string | undefined>,
  configVariables: Record<string, string>,
  devVars: string | null,
): Settings {
  const notes: string[] = [];
  const isSecret = (name: string) => (SECRETS as readonly string[]).includes(name);
  const own = configVariables["UPSTREAM_BASE_URL"] === undefined ? withoutShipped(configVariables) : configVariables;
  const given = Object.fromEntries(
    variableNames(env).flatMap((name) => (env[name] === undefined || env[name] === "" ? [] : [[name, env[name]]])),
  );
  const variables = Object.fromEntries(Object.entries({ ...own, ...given }).filter(([name]) => !isSecret(name)));
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

/** Valid values for what must be given, the account of the service included, so that the rest can be judged where it is not known here. */
const STAND_INS: Record<string, string> = Object.fromEntries(
  Object.entries(variables).flatMap(([name, { without, said }]) =>
    without !== null && !(ACCOUNT as readonly string[]).includes(name) ? [] : [[name, said.example ?? "x"]],
  ),
);

/** What must be known for a Worker to serve, and is neither given nor kept by the Worker. Pure. */
export const missingOf = ({ variables, secrets }: Settings, stored: string[]): string[] =>
  Object.keys(STAND_INS).filter((name) => !(name in { ...variables, ...secrets }) && !stored.includes(name));

/**
 * What is wrong with what was given, by name, never its value. `kept` are the variables that the Worker has, null where
 * that is not known yet: then its plan is not known either, and no budget is too large for it. Pure.
 */
export function wrongOf({ variables, secrets }: Settings, stored: Record<string, string> | null): ConfigError[] {
  const merged = { ...(stored ?? { LIMITS: "paid" }), ...variables };
  const known = Object.fromEntries(variableNames(merged).map((name) => [name, merged[name]!]));
  const read = readConfig({ ...STAND_INS, ...known, ...secrets });
  const errors = "errors" in read ? read.errors : [];
  // A deployed Worker cannot poll the machine that deployed it.
  if (!["free", "paid", undefined].includes(merged["LIMITS"]) && !errors.some(({ name }) => name === "LIMITS"))
    errors.push({ name: "LIMITS", message: "must be free or paid on Cloudflare" });
  return [...errors, ...unreachable(merged["UPSTREAM_BASE_URL"])];
}

/** A Worker on Cloudflare reaches no address and nothing of the machine or the network that deployed it. */
function unreachable(address: string | undefined): ConfigError[] {
  if (address === undefined || !URL.canParse(address)) return [];
  const refused = hostRefusal(new URL(address).hostname);
  return refused === null
    ? []
    : [{ name: "UPSTREAM_BASE_URL", message: `${refused}: Cloudflare can't reach other addresses` }];
}

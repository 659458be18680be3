import type { ApiBases } from "../channels/kind.ts";
import type { AccessApp } from "../http/access/assertion.ts";
import type { ConfiguredBudget } from "../core/budget.ts";
import type { Language } from "../core/language.ts";
import { derivedKey } from "../core/derived-key.ts";
import { LIMITS, maxPolls, maxPollsText, withinCalls } from "../core/limits.ts";
import { operationsConfig, type OperationsConfig } from "../engine/upstream/operation-form.ts";
import { mismatch } from "../engine/upstream/authentication.ts";
import type { Credentials } from "../engine/upstream/definition.ts";
import { readForm } from "../resources/form.ts";
import { valueOf } from "./variable.ts";
import { jsonOf, variables, type Variables } from "./variables.ts";
import { basesFrom } from "../channels/registry.ts";

/** The variables of Cloudflare Access: both or none must be set. */
const ACCESS = ["ACCESS_TEAM_DOMAIN", "ACCESS_AUD"] as const;

const BASIC = ["UPSTREAM_USERNAME", "UPSTREAM_PASSWORD"] as const;
const KEYED = ["UPSTREAM_HEADERS", "UPSTREAM_QUERY"] as const;

/** The variables of the polled service's account. */
const ACCOUNT = ["UPSTREAM_BASE_URL", ...BASIC, ...KEYED] as const;

/**
 * The variables that an account needs: the address, and a user name with a password unless the other variables set keys.
 * UPSTREAM_HEADERS={} says that the service asks for nothing.
 */
export function neededForAccount(names: readonly string[]): string[] {
  const basic = BASIC.some((name) => names.includes(name)) || !KEYED.some((name) => names.includes(name));
  return ["UPSTREAM_BASE_URL", ...(basic ? BASIC : [])];
}

export type Config = Omit<
  Variables,
  | "ENCRYPTION_KEYS"
  | "PREVIOUS_ADMIN_TOKEN"
  | "LIMITS"
  | "UPSTREAM_OPERATIONS"
  | "UPSTREAM_CONCURRENCY"
  | "UPSTREAM_POLLS_PER_MINUTE"
  | "LANGUAGE"
  | (typeof ACCOUNT)[number]
  | (typeof ACCESS)[number]
> & {
  /** Null without Cloudflare Access. */
  access: AccessApp | null;
  /** Every key that decrypts, by ID, 32 bytes each. The first one encrypts. Never empty. */
  keys: [id: string, key: Uint8Array][];
  /** Null where the environment says nothing of it. */
  account: Credentials | null;
  limits: (typeof LIMITS)[keyof typeof LIMITS];
  budget: ConfiguredBudget;
  /** The language of messages if a channel has none: the environment's, or null, and the default. */
  language: Language | null;
  operations: OperationsConfig;
  /** Addresses of the APIs of channel kinds. */
  bases: ApiBases;
};

/** The budget that nobody has set. */
const DEFAULT_PER_MINUTE = 60;
const DEMO_PER_MINUTE = 120;
const MAX_PER_MINUTE = 1_000_000;

/** An invalid or missing variable, by name. Never contains its value. */
export interface ConfigError {
  name: string;
  message: string;
}

/** Reads the configuration from the environment. All invalid or missing variables are listed. */
export function readConfig(env: Record<string, unknown>): { config: Config } | { errors: ConfigError[] } {
  const errors: ConfigError[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries(variables)) {
    const provided = env[name];
    const read = valueOf<unknown>(variable, typeof provided === "string" ? provided : undefined);
    if (read.ok) values[name] = read.value;
    else errors.push({ name, message: read.error });
  }
  const operations = readOperations(env);
  if ("errors" in operations) errors.push(...operations.errors);
  errors.unshift(...incompleteAccount(env));
  const lacking = ACCESS.filter((name) => typeof env[name] !== "string");
  if (lacking.length === 1) errors.unshift({ name: lacking[0]!, message: "is missing" });
  if (errors.length > 0 || "errors" in operations) return { errors };
  const {
    LIMITS: plan,
    UPSTREAM_OPERATIONS: _parts,
    UPSTREAM_BASE_URL: baseUrl,
    UPSTREAM_USERNAME: username,
    UPSTREAM_PASSWORD: password,
    UPSTREAM_HEADERS: headers,
    UPSTREAM_QUERY: query,
    UPSTREAM_CONCURRENCY: atOnce,
    UPSTREAM_POLLS_PER_MINUTE: perMinute = null,
    LANGUAGE: language = null,
    ACCESS_TEAM_DOMAIN: team,
    ACCESS_AUD: audience,
    ENCRYPTION_KEYS: provided = [],
    PREVIOUS_ADMIN_TOKEN: previous,
    ...rest
  } = values as Variables;
  const limits = plan === "local" ? { ...LIMITS.local, sideBySide: withinCalls(atOnce) } : LIMITS[plan];
  const budget = budgetIn(env, perMinute, limits);
  if (perMinute !== null && perMinute > budget.most) {
    const message = `must be at most ${maxPollsText(limits)} (LIMITS=${plan}; the paid plan carries more)`;
    return { errors: [{ name: "UPSTREAM_POLLS_PER_MINUTE", message }] };
  }
  const account = baseUrl === undefined ? null : { baseUrl, username, password, headers, query };
  const unfit = account === null ? null : mismatch(account);
  if (unfit !== null) return { errors: [{ name: `UPSTREAM_${unfit[0].toUpperCase()}`, message: unfit[1] }] };
  const access = team === undefined || audience === undefined ? null : { team, audience };
  const bases = basesFrom((variable) => values[variable] as string);
  const tokens = [rest.ADMIN_TOKEN, ...(previous === undefined ? [] : [previous])];
  const keys = [...provided, ...new Map(tokens.map(derivedKey))];
  return {
    config: { ...rest, budget, language, keys, account, access, limits, bases, operations: operations.operations },
  };
}

/** What is missing for an account of which something is set. */
function incompleteAccount(env: Record<string, unknown>): ConfigError[] {
  const names = ACCOUNT.filter((name) => typeof env[name] === "string");
  const needed = names.length === 0 ? [] : neededForAccount(names);
  return needed.filter((name) => typeof env[name] !== "string").map((name) => ({ name, message: "is missing" }));
}

const budgetIn = (
  env: Record<string, unknown>,
  environment: number | null,
  limits: Config["limits"],
): ConfiguredBudget => ({
  environment,
  otherwise: typeof env["DEMO_ACCOUNT"] === "string" ? DEMO_PER_MINUTE : DEFAULT_PER_MINUTE,
  // The local limits carry any number, which no database column and no JSON can hold.
  most: Math.min(MAX_PER_MINUTE, maxPolls(limits)),
});

/** The names of an environment's variables that the Worker reads. */
export const variableNames = (env: Record<string, unknown>): string[] =>
  Object.keys(env).filter((name) => Object.hasOwn(variables, name) || OPERATIONS_NAME.test(name));

const OPERATIONS_NAME = /^UPSTREAM_OPERATIONS(_\d+)?$/;

/** Reads UPSTREAM_OPERATIONS, _2, _3 and so on: JSON objects, or parts of one. */
function readOperations(env: Record<string, unknown>): { operations: OperationsConfig } | { errors: ConfigError[] } {
  const names = Object.keys(env)
    .filter((name) => OPERATIONS_NAME.test(name) && typeof env[name] === "string" && env[name] !== "")
    .sort((a, b) => partNumber(a) - partNumber(b));
  if (names.length === 0) return { operations: {} };
  const whole = jsonOf(names.map((name) => env[name] as string).join(""));
  const parts =
    whole === undefined
      ? names.map((name) => ({ name, value: jsonOf(env[name] as string) }))
      : [{ name: names[0]!, value: whole }];
  const merged: OperationsConfig = {};
  const errors: ConfigError[] = [];
  for (const { name, value } of parts) {
    const read = value === undefined ? undefined : readForm(operationsConfig(), value);
    if (read === undefined) errors.push({ name, message: "is not JSON" });
    else if (read.ok) Object.assign(merged, read.value);
    else if (read.error.kind === "invalid")
      errors.push(
        ...read.error.errors.map(({ pointer, message }) => ({ name, message: `${pointer || "/"}: ${message}` })),
      );
  }
  return errors.length > 0 ? { errors } : { operations: merged };
}

const partNumber = (name: string): number => Number(/_(\d+)$/.exec(name)?.[1] ?? 1);

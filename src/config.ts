import { basesFrom } from "./channels/bases.ts";
import type { ApiBases } from "./channels/kind.ts";
import { LIMITS, maxPolls, maxPollsText, withinCalls } from "./core/limits.ts";
import { operationsConfig, type OperationsConfig } from "./flows/manage/operation-form.ts";
import type { Credentials } from "./flows/manage/service.ts";
import { valueOf } from "./variable.ts";
import { jsonOf, variables, type Variables } from "./variables.ts";

/** The variables that say where the polled service is: all of them or none. */
export const ACCOUNT = ["UPSTREAM_BASE_URL", "UPSTREAM_USERNAME", "UPSTREAM_PASSWORD"] as const;

export type Config = Omit<
  Variables,
  "LIMITS" | "UPSTREAM_OPERATIONS" | "UPSTREAM_CONCURRENCY" | (typeof ACCOUNT)[number]
> & {
  /** Null where the environment says nothing of it. */
  account: Credentials | null;
  limits: (typeof LIMITS)[keyof typeof LIMITS];
  operations: OperationsConfig;
  /** Where the APIs of channel kinds are. */
  bases: ApiBases;
};

/** A variable that is wrong or missing, by name; never its value. */
export interface ConfigError {
  name: string;
  message: string;
}

/** Reads the configuration from the environment; every wrong or missing variable is named. */
export function readConfig(env: Record<string, unknown>): { config: Config } | { errors: ConfigError[] } {
  const errors: ConfigError[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries(variables)) {
    const given = env[name];
    const read = valueOf<unknown>(variable, typeof given === "string" ? given : undefined);
    if (read.ok) values[name] = read.value;
    else errors.push({ name, message: read.error });
  }
  const operations = readOperations(env);
  if ("errors" in operations) errors.push(...operations.errors);
  const missing = ACCOUNT.filter((name) => typeof env[name] !== "string");
  // All of it or nothing: half an account is a mistake.
  if (missing.length < ACCOUNT.length) errors.unshift(...missing.map((name) => ({ name, message: "is missing" })));
  if (errors.length > 0 || "errors" in operations) return { errors };
  const {
    LIMITS: plan,
    UPSTREAM_OPERATIONS: _parts,
    UPSTREAM_BASE_URL: baseUrl,
    UPSTREAM_USERNAME: username,
    UPSTREAM_PASSWORD: password,
    UPSTREAM_CONCURRENCY: atOnce,
    ...rest
  } = values as Variables;
  const limits = plan === "local" ? { ...LIMITS.local, sideBySide: withinCalls(atOnce) } : LIMITS[plan];
  if (rest.UPSTREAM_POLLS_PER_MINUTE > maxPolls(limits)) {
    const message = `must be at most ${maxPollsText(limits)} (LIMITS=${plan}; the paid plan carries more)`;
    return { errors: [{ name: "UPSTREAM_POLLS_PER_MINUTE", message }] };
  }
  const account =
    baseUrl === undefined || username === undefined || password === undefined ? null : { baseUrl, username, password };
  const bases = basesFrom((variable) => values[variable] as string);
  return { config: { ...rest, account, limits, bases, operations: operations.operations } };
}

/** The names in an environment that the Worker obeys. */
export const variableNames = (env: Record<string, unknown>): string[] =>
  Object.keys(env).filter((name) => Object.hasOwn(variables, name) || OPERATIONS_NAME.test(name));

const OPERATIONS_NAME = /^UPSTREAM_OPERATIONS(_\d+)?$/;

/** UPSTREAM_OPERATIONS, _2, _3, …: each a JSON object of its own, or together the text of one. */
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
    const parsed = value === undefined ? undefined : operationsConfig().safeParse(value);
    if (parsed === undefined) errors.push({ name, message: "is not JSON" });
    else if (parsed.success) Object.assign(merged, parsed.data);
    else
      errors.push(
        ...parsed.error.issues.map((issue) => ({
          name,
          message: `/${issue.path.map(String).join("/")}: ${issue.message}`,
        })),
      );
  }
  return errors.length > 0 ? { errors } : { operations: merged };
}

const partNumber = (name: string): number => Number(/_(\d+)$/.exec(name)?.[1] ?? 1);

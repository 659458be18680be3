import * as z from "zod";
import { API_BASES } from "./channels/api-bases.ts";
import { LIMITS, mostPolls, mostPollsText } from "./core/limits.ts";
import { WRITES_A_MINUTE } from "./edges/http/write-limit.ts";
import { operationsConfig, type OperationsConfig } from "./edges/upstream/operations.ts";

const wholeNumber = (least: number, most: number) =>
  z.string().regex(/^\d+$/, "must be a whole number").transform(Number).pipe(z.number().min(least).max(most));

const flag = z.enum(["true", "false", "1", "0", ""]).transform((text) => text === "true" || text === "1");

const address = z.string().refine(isHttpAddress, "must be an http or https address without query, user or fragment");

const encryptionKeys = z.string().transform((text, context): [string, Uint8Array][] => {
  const keys = parseKeys(text);
  if (keys !== null) return keys;
  context.addIssue({ code: "custom", message: 'must be JSON {"kid": "base64 of 32 bytes", …} with at least one key' });
  return z.NEVER;
});

const variables = z.object({
  ADMIN_TOKEN: z.string().min(32, "must have 32 characters or more"),
  ENCRYPTION_KEYS: encryptionKeys,
  UPSTREAM_BASE_URL: address,
  UPSTREAM_USERNAME: z.string().min(1, "must not be empty"),
  UPSTREAM_PASSWORD: z.string().min(1, "must not be empty"),
  UPSTREAM_POLLS_PER_MINUTE: wholeNumber(1, 1_000_000).default(60),
  UPSTREAM_TIMEOUT_MS: wholeNumber(1, 120_000).default(10_000),
  DELIVERY_TIMEOUT_MS: wholeNumber(1, 120_000).default(10_000),
  LIMITS: z.enum(["free", "paid", "local", "tight"]).default("free"),
  WRITES_PER_MINUTE: wholeNumber(1, 10_000_000).default(WRITES_A_MINUTE),
  MIN_INTERVAL_SECONDS: wholeNumber(1, 86_400).default(60),
  ALLOW_LOCAL_WEBHOOKS: flag.default(false),
  SLACK_API_BASE_URL: address.default(API_BASES.slack),
  DISCORD_API_BASE_URL: address.default(API_BASES.discord),
  RETENTION_DAYS: wholeNumber(1, 3650).default(90),
  DEADMAN_URL: z
    .string()
    .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), "must be an http or https URL")
    .optional(),
  PUBLIC_URL: address.transform((url) => url.replace(/\/+$/, "")).optional(),
});

type Variables = z.infer<typeof variables>;

export type Config = Omit<Variables, "LIMITS"> & {
  limits: (typeof LIMITS)[keyof typeof LIMITS];
  operations: OperationsConfig;
};

/** A variable that is wrong or missing, by name; never its value. */
export interface ConfigError {
  name: string;
  message: string;
}

/** Reads the configuration from the environment; every wrong or missing variable is named. */
export function readConfig(env: Record<string, unknown>): { config: Config } | { errors: ConfigError[] } {
  const given = Object.fromEntries(
    Object.keys(variables.shape).flatMap((name) => (typeof env[name] === "string" ? [[name, env[name]]] : [])),
  );
  const parsed = variables.safeParse(given);
  const operations = readOperations(env);
  const errors = [
    ...(parsed.error?.issues ?? []).map(configError),
    ...("errors" in operations ? operations.errors : []),
  ];
  if (!parsed.success || "errors" in operations) return { errors };
  const { LIMITS: plan, ...rest } = parsed.data;
  const limits = LIMITS[plan];
  if (rest.UPSTREAM_POLLS_PER_MINUTE > mostPolls(limits)) {
    const message = `must be at most ${mostPollsText(limits)} (LIMITS=${plan}; the paid plan carries more)`;
    return { errors: [{ name: "UPSTREAM_POLLS_PER_MINUTE", message }] };
  }
  return { config: { ...rest, limits, operations: operations.operations } };
}

/** The names in an environment that the Worker obeys. */
export const variableNames = (env: Record<string, unknown>): string[] =>
  Object.keys(env).filter((name) => Object.hasOwn(variables.shape, name) || OPERATIONS_NAME.test(name));

const OPERATIONS_NAME = /^UPSTREAM_OPERATIONS(_\d+)?$/;

const configError = (issue: z.core.$ZodIssue): ConfigError => ({
  name: String(issue.path[0] ?? ""),
  message:
    issue.code === "invalid_type" && issue.input === undefined
      ? "is missing"
      : issue.message.replace(/^Invalid input: /, ""),
});

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
    const parsed = value === undefined ? undefined : operationsConfig.safeParse(value);
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

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseKeys(text: string): [string, Uint8Array][] | null {
  const parsed = jsonOf(text);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return null;
  const keys: [string, Uint8Array][] = [];
  for (const [kid, value] of Object.entries(parsed)) {
    const key = typeof value === "string" ? decoded(value) : null;
    if (key?.length !== 32 || !/^[\w-]{1,32}$/.test(kid)) return null;
    keys.push([kid, key]);
  }
  return keys.length === 0 ? null : keys;
}

function decoded(base64: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

function isHttpAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    /^https?:$/.test(url.protocol) && url.username === "" && url.password === "" && url.search === "" && url.hash === ""
  );
}

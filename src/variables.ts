import * as z from "zod";
import { API_BASES } from "./channels/api-bases.ts";
import { LANGUAGES } from "./core/language.ts";
import { WRITES_A_MINUTE } from "./edges/http/write-limit.ts";

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

const upstream = (description: string, demo: string) => ({
  description,
  otherwise: "what `PUT /v1/upstream/account` was given, in the demo the simulator's",
  demo,
});

/** What the Worker keeps as a secret. */
export const secrets = {
  ADMIN_TOKEN: z
    .string()
    .min(32, "must have 32 characters or more")
    .meta({
      description: "The first API token, 32 characters or more, such as from `openssl rand -hex 32`. Keep a copy.",
      otherwise: "made at the first start",
      example: "x".repeat(32),
    }),
  ENCRYPTION_KEYS: encryptionKeys.meta({
    description:
      '`{"k1":"…"}` with 32 bytes as base64, such as from `openssl rand -base64 32`; the first encrypts. Keep a copy: nobody can read it again.',
    otherwise: "made at the first start",
    example: JSON.stringify({ k1: btoa("x".repeat(32)) }),
  }),
  UPSTREAM_USERNAME: z
    .string()
    .min(1, "must not be empty")
    .optional()
    .meta(upstream("The polled service's user name.", "demo")),
  UPSTREAM_PASSWORD: z
    .string()
    .min(1, "must not be empty")
    .optional()
    .meta(upstream("The polled service's password.", "demo")),
};

/** Everything that the Worker obeys, each declared here alone: its check, its default, what it means. */
export const variables = z.object({
  ...secrets,
  UPSTREAM_BASE_URL: address.optional().meta({
    ...upstream("The address of the polled service. With one `npm start` starts no simulator.", "{simulator}"),
    example: "https://upstream.example",
  }),
  UPSTREAM_OPERATIONS: z.string().optional().meta({
    description:
      "How operations are called and read, JSON by name; null removes one. `UPSTREAM_OPERATIONS_2`, `_3`, … go on.",
    otherwise: "the simulator's",
  }),
  UPSTREAM_POLLS_PER_MINUTE: wholeNumber(1, 1_000_000).default(60).meta({
    description: "The budget: calls to the polled service a minute; `LIMITS=free` takes at most 120.",
    demo: "120",
  }),
  UPSTREAM_TIMEOUT_MS: wholeNumber(1, 120_000)
    .default(10_000)
    .describe("Milliseconds for a call to the polled service."),
  DELIVERY_TIMEOUT_MS: wholeNumber(1, 120_000).default(10_000).describe("Milliseconds for sending a message."),
  LIMITS: z.enum(["free", "paid", "local", "tight"]).default("free").meta({
    description: "What one invocation may do: `free` or `paid`, the plan of this account, or `local`.",
    otherwise: "`free`, of `npm start` `local`",
  }),
  WRITES_PER_MINUTE: wholeNumber(1, 10_000_000)
    .default(WRITES_A_MINUTE)
    .describe("Requests that are not GET a token may send in a minute; `ADMIN_TOKEN` fifty times as many."),
  MIN_INTERVAL_SECONDS: wholeNumber(1, 86_400).default(60).meta({
    description:
      "The shortest interval between two polls of a target that the API takes, in seconds; below 60 Cloudflare keeps it on the paid plan alone, down to 10.",
    demo: "1",
  }),
  ALLOW_LOCAL_WEBHOOKS: flag.default(false).meta({
    description: "`true` lets channel URLs name this machine over http, on any port but Tallylight's own.",
    demo: "true",
  }),
  SLACK_API_BASE_URL: address.default(API_BASES.slack).meta({
    description: "Where the API of Slack's bots is.",
    demo: "{simulator}/inbox/slack-api",
  }),
  DISCORD_API_BASE_URL: address.default(API_BASES.discord).meta({
    description: "Where the API of Discord's bots is.",
    demo: "{simulator}/inbox/discord-api",
  }),
  LANGUAGE: z
    .enum(LANGUAGES, `must be one of ${LANGUAGES.join(", ")}`)
    .default("en")
    .describe(`What messages are written in where a channel or digest does not say: ${LANGUAGES.join(", ")}.`),
  RETENTION_DAYS: wholeNumber(1, 3650)
    .default(90)
    .describe("Days after which events, deliveries, time series and the audit log go."),
  DEADMAN_URL: z
    .string()
    .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), "must be an http or https URL")
    .optional()
    .describe("Called after each tick that ended well, so that silence is noticed."),
  PUBLIC_URL: address
    .transform((url) => url.replace(/\/+$/, ""))
    .optional()
    .meta({
      description: "The address under which readers reach it, for pictures in Slack.",
      demo: "{own}",
    }),
});

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

/** The JSON of a text; undefined where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

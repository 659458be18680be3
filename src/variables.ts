import { apiBases } from "./channels/bases.ts";
import { LANGUAGES } from "./core/language.ts";
import { err, ok, type Result } from "./core/result.ts";
import { WRITES_A_MINUTE } from "./edges/http/write-limit.ts";
import { flag, oneOf, optional, otherwise, required, text, wholeNumber, type Variable } from "./variable.ts";

const address = text(isHttpAddress, "must be an http or https address without query, user or fragment");

function encryptionKeys(given: string): Result<[string, Uint8Array][], string> {
  const keys = parseKeys(given);
  if (keys === null) return err('must be JSON {"kid": "base64 of 32 bytes", …} with at least one key, each named once');
  return ok(keys);
}

const filled = text((given) => given !== "", "must not be empty");

const upstream = (description: string, demo: string) => ({
  description,
  otherwise: "set with `PUT /v1/upstream/account`; the demo uses the simulator's",
  demo,
});

/** What the Worker keeps as a secret. */
export const secrets = {
  ADMIN_TOKEN: required(
    text((given) => given.length >= 32, "must have 32 characters or more"),
    {
      description: "The first API token, 32 characters or more, for example from `openssl rand -hex 32`. Keep a copy.",
      otherwise: "generated at the first start",
      example: "x".repeat(32),
    },
  ),
  ENCRYPTION_KEYS: required(encryptionKeys, {
    description:
      '`{"k1":"…"}` with 32 bytes as base64, for example from `openssl rand -base64 32`. The first key encrypts. Keep a copy: nobody can read it back.',
    otherwise: "generated at the first start",
    example: JSON.stringify({ k1: btoa("x".repeat(32)) }),
  }),
  UPSTREAM_USERNAME: optional(filled, upstream("The data service's user name.", "demo")),
  UPSTREAM_PASSWORD: optional(filled, upstream("The data service's password.", "demo")),
};

/** Where the APIs of channel kinds are, as each kind declares its own; their names are known when it runs. */
const ofChannels: Record<never, Variable<string>> = Object.fromEntries(
  apiBases.map(({ variable, ...said }) => [variable, otherwise(address, said.address, said)]),
);

/** Everything that the Worker obeys, each declared here alone: its check, its default, what it means. */
export const variables = {
  ...secrets,
  UPSTREAM_BASE_URL: optional(address, {
    ...upstream("The address of the data service. If set, `npm start` doesn't start the simulator.", "{simulator}"),
    example: "https://upstream.example",
  }),
  UPSTREAM_OPERATIONS: optional<string>(ok, {
    description:
      "Definitions of operations, JSON by name; null removes one. `UPSTREAM_OPERATIONS_2`, `_3`, … continue it.",
    otherwise: "the simulator's",
  }),
  UPSTREAM_POLLS_PER_MINUTE: otherwise(wholeNumber(1, 1_000_000), 60, {
    description: "The budget: calls to the data service per minute. `LIMITS=free` allows up to 120.",
    demo: "120",
  }),
  UPSTREAM_CONCURRENCY: otherwise(wholeNumber(1, 5000), 500, {
    description:
      "With `LIMITS=local`: maximum number of concurrent calls to the data service. Only as many as needed to poll on time are used. Cloudflare allows six per batch.",
  }),
  UPSTREAM_TIMEOUT_MS: otherwise(wholeNumber(1, 120_000), 10_000, {
    description: "Timeout of a call to the data service, in milliseconds.",
  }),
  DELIVERY_TIMEOUT_MS: otherwise(wholeNumber(1, 120_000), 10_000, {
    description: "Timeout for sending a message, in milliseconds.",
  }),
  LIMITS: otherwise(oneOf(["free", "paid", "local", "tight"]), "free", {
    description: "Limits of one invocation: `free` or `paid` for the Cloudflare plan, or `local`.",
    otherwise: "`free`; `local` with `npm start`",
  }),
  WRITES_PER_MINUTE: otherwise(wholeNumber(1, 10_000_000), WRITES_A_MINUTE, {
    description:
      "Requests other than GET that a token may send per minute. `ADMIN_TOKEN` may send fifty times as many.",
  }),
  MIN_INTERVAL_SECONDS: otherwise(wholeNumber(1, 86_400), 60, {
    description:
      "The shortest polling interval that the API accepts, in seconds. On Cloudflare, values below 60 (down to 10) need the paid plan.",
    demo: "1",
  }),
  ALLOW_LOCAL_WEBHOOKS: otherwise(flag, false, {
    description: "`true` allows channel URLs on this machine over http, on any port except Tallylight's own.",
    demo: "true",
  }),
  ...ofChannels,
  LANGUAGE: otherwise(oneOf(LANGUAGES), "en", {
    description: `Language of messages for channels and digests that set none: ${LANGUAGES.join(", ")}.`,
  }),
  RETENTION_DAYS: otherwise(wholeNumber(1, 3650), 90, {
    description: "Days after which events, deliveries, time series and audit entries are deleted.",
  }),
  DEADMAN_URL: optional(
    text((given) => /^https?:$/.test(URL.parse(given)?.protocol ?? ""), "must be an http or https URL"),
    { description: "Called after each successful tick, so that an external monitor notices silence." },
  ),
  PUBLIC_URL: optional(ownAddress, {
    description: "The public address of this instance, used for pictures in Slack.",
    demo: "{own}",
  }),
};

export type Variables = {
  [Name in keyof typeof variables]: (typeof variables)[Name] extends Variable<infer Value> ? Value : never;
};

function ownAddress(given: string): Result<string, string> {
  const read = address(given);
  return read.ok ? ok(read.value.replace(/\/+$/, "")) : read;
}

/** Keys in the order in which the text has them: an object puts names that are numbers first. Null where it is not as it must be. */
function parseKeys(text: string): [string, Uint8Array][] | null {
  const parsed = jsonOf(text);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return null;
  const keys: [string, Uint8Array][] = [];
  for (const [kid, value] of Object.entries(parsed)) {
    const key = typeof value === "string" ? decoded(value) : null;
    if (key?.length !== 32 || !KEY_NAME.test(kid)) return null;
    keys.push([kid, key]);
  }
  // Of two with one name an object keeps the last.
  const names = [...text.matchAll(/"([^"]*)"\s*:/g)].map(([, name]) => name!);
  if (names.length !== keys.length || keys.length === 0) return null;
  return keys.toSorted(([one], [other]) => names.indexOf(one) - names.indexOf(other));
}

/** No name that an object has by itself (`__proto__`). */
const KEY_NAME = /^(?!__)[\w-]{1,32}$/;

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

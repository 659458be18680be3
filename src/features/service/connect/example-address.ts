import { isObject, type Json } from "../../../core/json.ts";
import { err, ok, type Result } from "../../../core/result.ts";
import { isPlain } from "../../../core/text.ts";
import { readCurl } from "./curl.ts";
import { digitsOf, type Person } from "./person.ts";

/** The request of an operation, apart from how its answer is read. */
export interface CallDefinition {
  method: "GET" | "POST";
  path: string;
  query: Record<string, string>;
  body: Record<string, Json>;
}

/** The parts of an address: the service, and the request to it. */
export interface ParsedAddress {
  baseUrl: string;
  asked: CallDefinition;
}

export interface Example {
  /** The address as in the documentation, or only its path. */
  address: string;
  /** The JSON body; "" for none, which means GET. */
  body: string;
}

type Role = "userId" | "roomId" | "handle";

export const ADDRESS = /^(https?:\/\/[^/?#\s]+)?(\/[^?#\s]*)?(?:\?([^#\s]*))?/i;

const ROOM = /room|^(live|stream|broadcast)_?id$/;
const USER =
  /^(u|uid|user|target|who|person|streamer|creator|anchor|host|author|owner|account|member|id)$|(user|anchor|author|creator|owner|host|streamer|account|member|channel)_?(id|uid)$|^uid|uid$/;
const HANDLE = /handle|unique_?(id|name)|user_?name|login|nick|^name$|slug/;

const LOCAL = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i;

/** Adds a missing scheme: the known service's if the host is the same, else https, or http on this machine. */
export function withScheme(text: string, base = ""): string {
  const host = /^((?:[\w-]+\.)+[\w-]+|localhost|\[::1\])(:\d+)?(?=[/?]|$)/i.exec(text)?.[0];
  if (host === undefined) return text;
  const known = URL.parse(base);
  if (known?.host === host.toLowerCase()) return `${known.protocol}//${text}`;
  return `${LOCAL.test(host) ? "http" : "https"}://${text}`;
}

/** A value that documentation uses as a placeholder. */
export const STAND_IN = /^(\{.*\}|<.*>|\[.*\]|:\w+|\$\w+|%s|your[_-].*|x{2,}|\.{3}|…|)$/i;

/** What a parameter identifies, judging by its name; null if nothing. */
export function roleByName(name: string): Role | null {
  const plain = name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
  if (HANDLE.test(plain)) return "handle";
  return ROOM.test(plain) ? "roomId" : USER.test(plain) ? "userId" : null;
}

/** What a value of an example stands for: it matches a given creator, or its name or form tells. */
function roleOf(name: string, value: string, people: Person[]): Role | null {
  const named = roleByName(name);
  if (STAND_IN.test(value)) return roleByName(value) ?? named;
  const plain = value.replace(/^@/, "").toLowerCase();
  const digits = digitsOf(value);
  for (const { params } of people) {
    if (digits !== null && digits === digitsOf(params.userId)) return named === "roomId" ? "roomId" : "userId";
    if (params.handle !== undefined && plain === params.handle.toLowerCase()) return "handle";
  }
  if (named === null || named === "handle") return named;
  if (digits !== null) return named;
  return named === "userId" && /^@?[A-Za-z][\w.-]{0,63}$/.test(value) && name.toLowerCase() !== "id" ? "handle" : null;
}

/** The placeholder of a value. The sign before a handle is kept. */
const placeholder = (role: Role, value: string): string =>
  `${role === "handle" && value.startsWith("@") ? "@" : ""}{${role}}`;

export const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Escapes braces that are not our placeholders. */
export const bare = (text: string): string => text.replaceAll("{", "%7B").replaceAll("}", "%7D");

/** The address of an example with its scheme, without quotes and command, and what it sends. */
export function plainExample(example: Example, base: string): { text: string; body: string } {
  const curl = readCurl(example.address);
  const address = (curl?.address ?? example.address)
    .trim()
    .replace(/^(get|post)\s+/i, "")
    .replace(/^["'`<]+|["'`>]+$/g, "")
    .trim();
  return {
    text: withScheme(address, base),
    body: example.body.trim() === "" ? (curl?.body ?? "") : example.body,
  };
}

/**
 * Derives a request from an example address of the documentation. The creator in it is found by comparison with the
 * given people, otherwise by the names of parameters. `base` is the service's address, if known. The error is a
 * sentence.
 */
export function requestedAt(example: Example, people: Person[], base: string): Result<ParsedAddress, string> {
  const { text, body } = plainExample(example, base);
  const [, origin = "", path = "", query = ""] = ADDRESS.exec(text) ?? [];
  if (!isPlain(text)) return err("contains invisible characters: copy it again");
  if (origin.includes("@")) return err("remove the user name and the password from the address");
  const known = base.replace(/\/+$/, "");
  if (origin === "" && (known === "" || path === "")) return err("must be an address that starts with https://");
  const within = origin === "" || (known !== "" && `${origin}${path}`.startsWith(`${known}/`));
  const baseUrl = within ? known : origin;
  const rest = origin === "" ? path : `${origin}${path}`.slice(baseUrl.length);
  const segments = rest.split("/");
  const filled = segments.map((segment, index) => {
    const value = decoded(segment);
    const role = roleOf(index === 0 ? "" : segments[index - 1]!, value, people);
    // A part of the path is a creator only if it matches a given one or is a placeholder.
    const sure =
      role !== null && (STAND_IN.test(value) ? value !== "" : isOf(value, people) || digitsOf(value) !== null);
    return sure ? placeholder(role, value) : bare(segment);
  });
  const params = entriesOf([...new URLSearchParams(query)], people);
  const sent = sentAs(body, people);
  if (!sent.ok) return sent;
  const asked: CallDefinition = {
    method: sent.value === null ? "GET" : "POST",
    path: filled.join("/") || "/",
    query: Object.fromEntries(params),
    body: sent.value ?? {},
  };
  return names(asked) ? ok({ baseUrl, asked }) : lastDigits(baseUrl, asked);
}

const isOf = (value: string, people: Person[]): boolean =>
  people.some(({ params }) =>
    [params.userId, params.handle?.toLowerCase()].includes(value.replace(/^@/, "").toLowerCase()),
  );

/** Parameters by name, with placeholders where they identify a creator. */
const entriesOf = (entries: [string, string][], people: Person[]): [string, string][] =>
  entries.map(([name, value]) => {
    const role = roleOf(name, value, people);
    return [name, role === null ? value : placeholder(role, value)];
  });

/** The JSON body of an example with placeholders; null for none. */
function sentAs(body: string, people: Person[]): Result<Record<string, Json> | null, string> {
  if (body.trim() === "") return ok(null);
  let parsed: Json;
  try {
    parsed = JSON.parse(body) as Json;
  } catch {
    return err("the request body is not JSON");
  }
  if (!isObject(parsed)) return err("the request body must be a JSON object");
  return ok(
    Object.fromEntries(
      Object.entries(parsed).map(([name, value]): [string, Json] => {
        if (typeof value !== "string" && typeof value !== "number") return [name, value];
        const role = roleOf(name, String(value), people);
        return [name, role === null ? value : placeholder(role, String(value))];
      }),
    ),
  );
}

const PLACEHOLDER = /\{(userId|roomId|handle|url)\}/;

/** Reports whether a request contains a placeholder for a creator. */
const names = ({ path, query, body }: CallDefinition): boolean =>
  [path, ...Object.values(query), ...Object.values(body)].some(
    (one) => typeof one === "string" && PLACEHOLDER.test(one),
  );

/** Reports whether a request contains a given placeholder. */
export const asksFor = (requested: CallDefinition, role: Role): boolean =>
  JSON.stringify([requested.path, requested.query, requested.body]).includes(`{${role}}`);

/** If nothing identifies the creator, the last value that looks like an id does. */
function lastDigits(baseUrl: string, requested: CallDefinition): Result<ParsedAddress, string> {
  const found = Object.entries(requested.query).findLast(([, value]) => /^\d{4,32}$/.test(value));
  if (found !== undefined)
    return ok({ baseUrl, asked: { ...requested, query: { ...requested.query, [found[0]]: "{userId}" } } });
  return err("no part of it names the creator: paste an address that contains a name or an ID");
}

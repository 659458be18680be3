import { isObject, type Json } from "../../../core/json.ts";
import { err, ok, type Result } from "../../../core/result.ts";
import { isPlain } from "../../../core/text.ts";
import { digitsOf, type Somebody } from "./somebody.ts";

/** How one operation is asked, beside how its answer is read. */
export interface Asked {
  method: "GET" | "POST";
  path: string;
  query: Record<string, string>;
  body: Record<string, Json>;
}

/** An address taken apart: where the service is, and what is asked there. */
export interface Found {
  baseUrl: string;
  asked: Asked;
}

export interface Example {
  /** The address as documentation shows it, or its path alone. */
  address: string;
  /** What is sent along as JSON; "" for nothing: then it is asked by GET. */
  body: string;
}

type Role = "userId" | "roomId" | "handle";

const ADDRESS = /^(https?:\/\/[^/?#\s]+)?(\/[^?#\s]*)?(?:\?([^#\s]*))?/i;

const ROOM = /room|^(live|stream|broadcast)_?id$/;
const USER =
  /^(u|uid|user|target|who|person|streamer|creator|anchor|host|author|owner|account|member|id)$|(user|anchor|author|creator|owner|host|streamer|account|member|channel)_?(id|uid)$|^uid|uid$/;
const HANDLE = /handle|unique_?(id|name)|user_?name|login|nick|^name$|slug/;

/** A value that documentation writes for "put yours here". */
const STAND_IN = /^(\{.*\}|<.*>|\[.*\]|:\w+|\$\w+|%s|your[_-].*|x{2,}|\.{3}|…|)$/i;

/** Who a parameter is about, by its name; null where it names nobody. */
function roleByName(name: string): Role | null {
  const plain = name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
  if (HANDLE.test(plain)) return "handle";
  return ROOM.test(plain) ? "roomId" : USER.test(plain) ? "userId" : null;
}

/** What a value of an example stands for: it is that of somebody who was named, or its name or form says so. */
function roleOf(name: string, value: string, people: Somebody[]): Role | null {
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

/** The placeholder of a value; the sign before a handle stays. */
const placeholder = (role: Role, value: string): string =>
  `${role === "handle" && value.startsWith("@") ? "@" : ""}{${role}}`;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Braces of others are no placeholders of ours. */
const bare = (text: string): string => text.replaceAll("{", "%7B").replaceAll("}", "%7D");

/**
 * How a service is asked, from one address as its documentation shows it: which part is the creator is found by comparing
 * with those who were named, else by the names of the parts. `base` is the service's address where that is known. In words
 * why it cannot be used.
 */
export function askedAt({ address, body }: Example, people: Somebody[], base: string): Result<Found, string> {
  const text = address
    .trim()
    .replace(/^(curl|get|post)\s+/i, "")
    .replace(/^["'`<]+|["'`>]+$/g, "")
    .trim();
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
    // A word of the path is a creator only where it is one that was named, or stands in for one.
    const sure =
      role !== null && (STAND_IN.test(value) ? value !== "" : isOf(value, people) || digitsOf(value) !== null);
    return sure ? placeholder(role, value) : bare(segment);
  });
  const params = entriesOf([...new URLSearchParams(query)], people);
  const sent = sentAs(body, people);
  if (!sent.ok) return sent;
  const asked: Asked = {
    method: sent.value === null ? "GET" : "POST",
    path: filled.join("/") || "/",
    query: Object.fromEntries(params),
    body: sent.value ?? {},
  };
  return names(asked) ? ok({ baseUrl, asked }) : lastDigits(baseUrl, asked);
}

const isOf = (value: string, people: Somebody[]): boolean =>
  people.some(({ params }) =>
    [params.userId, params.handle?.toLowerCase()].includes(value.replace(/^@/, "").toLowerCase()),
  );

/** Parameters by name, with placeholders where they are about a creator. */
const entriesOf = (entries: [string, string][], people: Somebody[]): [string, string][] =>
  entries.map(([name, value]) => {
    const role = roleOf(name, value, people);
    return [name, role === null ? value : placeholder(role, value)];
  });

/** The JSON that an example sends, likewise; null for none. */
function sentAs(body: string, people: Somebody[]): Result<Record<string, Json> | null, string> {
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

/** True where somebody is asked for. */
const names = ({ path, query, body }: Asked): boolean =>
  [path, ...Object.values(query), ...Object.values(body)].some(
    (one) => typeof one === "string" && PLACEHOLDER.test(one),
  );

/** Which of a creator's names are asked for. */
export const asksFor = (asked: Asked, role: Role): boolean =>
  JSON.stringify([asked.path, asked.query, asked.body]).includes(`{${role}}`);

/** Nothing says who is meant: the last thing that looks like an id is. */
function lastDigits(baseUrl: string, asked: Asked): Result<Found, string> {
  const found = Object.entries(asked.query).findLast(([, value]) => /^\d{4,32}$/.test(value));
  if (found !== undefined)
    return ok({ baseUrl, asked: { ...asked, query: { ...asked.query, [found[0]]: "{userId}" } } });
  return err("no part of it names the creator: paste an address that contains a name or an ID");
}

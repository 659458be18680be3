import type { Json } from "../core/json.ts";
import { decodedText } from "../core/decoded-text.ts";
import { NotUtf8, readBytes, readCapped, readUtf8 } from "../core/read-capped.ts";
import { Problem } from "./problem.ts";

const MIB = 1024 * 1024;

/** Limit on the unknown fields that are listed. */
const MAX_ERRORS = 100;

/** Number of bytes of a refused body that are read: as many as a listener in front lets through. */
const LET_COME_BYTES = 17 * MIB;

/** The longest body that any operation accepts. */
const MAX_MIB = 16;

/** Parsed bodies, kept for the audit log because a body can only be read once. */
const read = new WeakMap<Request, Json>();

/** The JSON that a handler has read from the request; null if none. */
export const parsedBody = (request: Request): Json => read.get(request) ?? null;

/** Keeps the content of a request that is not JSON for the audit log, without its secrets. */
export const noteBody = (request: Request, body: Json): void => void read.set(request, body);

/** The media type of a request without parameters, in lower case; "" if none. */
export const mediaType = (request: Request): string =>
  (request.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();

const isJson = (request: Request): boolean => {
  const type = mediaType(request);
  return type === "application/json" || (request.method === "PATCH" && type === "application/merge-patch+json");
};

/** Runs a reader on a body of at most `maxMib`. Throws the 400 or 413 Problem. */
async function capped<Read>(
  read: (request: Request, maxBytes: number, passOver: number) => Promise<Read | null>,
  request: Request,
  maxMib: number,
): Promise<Read> {
  const found = await read(request, maxMib * MIB, LET_COME_BYTES).catch((thrown: unknown) => {
    throw new Problem(400, thrown instanceof NotUtf8 ? thrown.message : "The body can't be read.");
  });
  if (found === null) throw new Problem(413, `The body is longer than ${sized(maxMib)}.`);
  return found;
}

const sized = (mib: number): string => (mib >= 1 ? `${mib} MiB` : `${mib * 1024} KiB`);

/** The UTF-8 text of a body of at most `maxMib`. Throws the 400 or 413 Problem. */
export const readText = (request: Request, maxMib = 1): Promise<string> => capped(readUtf8, request, maxMib);

/** The bytes of a body of at most 1 MiB as they came, for signatures. Throws the 400 or 413 Problem. */
export const rawBody = (request: Request): Promise<Uint8Array<ArrayBuffer>> => capped(readBytes, request, 1);

/** The bytes of a body that is parsed later. Throws the 400 or 413 Problem. */
export const bufferedBytes = (request: Request): Promise<Uint8Array<ArrayBuffer>> =>
  capped(readBytes, request, MAX_MIB);

/** The text of a body, decoded by its content type, its first bytes or its content. Throws the 400 or 413 Problem. */
export async function readEncoded(request: Request, maxMib: number): Promise<string> {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(request.headers.get("content-type") ?? "")?.[1];
  const text = decodedText(await capped(readBytes, request, maxMib), charset ?? null);
  if (text.ok) return text.value;
  throw new Problem(400, text.error);
}

/** Limits of any plausible JSON. Parsing a long text beyond them would take seconds. */
const DEEPEST = 1_000;
const MAX_VALUES = 800_000;

const QUOTE = 34;
const ESCAPE = 92;
const COMMA = 44;

interface Bounds {
  deepest: number;
  mostValues: number;
}

/**
 * Checks a JSON text for excessive depth or number of values by its brackets and commas, before it is parsed; null if
 * neither is exceeded.
 */
export function excessOf(text: string, { deepest, mostValues: maxValues }: Bounds): "depth" | "values" | null {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > deepest) return "depth";
      values += 1;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
    else if (code === COMMA) values += 1;
    if (values > maxValues) return "values";
  }
  return null;
}

/** The end of the string that begins here. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === ESCAPE ? 2 : 1;
  return at;
}

/** Parses JSON. Throws the 400 Problem. */
export function parse(text: string, maxValues = MAX_VALUES): Json {
  const excess = text.length <= MIB ? null : excessOf(text, { deepest: DEEPEST, mostValues: maxValues });
  if (excess !== null)
    throw new Problem(400, excess === "depth" ? "The body is nested too deeply." : "The body has too many values.");
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new Problem(400, "The body is not JSON.");
  }
}

/** The JSON body of a request. Throws the 415, 413 or 400 Problem. */
export async function jsonBody(request: Request): Promise<Json> {
  if (!isJson(request)) throw new Problem(415, "The body must be application/json.");
  const body = parse(await readText(request));
  read.set(request, body);
  return body;
}

/** The same for a request whose body is optional: `{}` if it is empty. */
export async function optionalBody(request: Request): Promise<Json> {
  const text = await readText(request);
  if (text === "") return {};
  if (!isJson(request)) throw new Problem(415, "The body must be application/json.");
  return parse(text);
}

/** Checks the body of an action, which must be empty or `{}`. Throws a Problem otherwise. */
export async function noBody(request: Request): Promise<void> {
  const body = await optionalBody(request);
  if (typeof body === "object" && body !== null && !Array.isArray(body)) {
    const errors = Object.keys(body)
      .slice(0, MAX_ERRORS)
      .map((key) => ({
        pointer: `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`,
        message: "is not a known field",
      }));
    if (errors.length > 0) throw new Problem(422, "This action takes no fields.", { errors });
    return;
  }
  throw new Problem(422, "This action takes no body or {}.", { errors: [{ pointer: "", message: "must be {}" }] });
}

/**
 * Reads the rest of a refused request's body: an answer sent before it is complete can be lost with the connection.
 * Never throws.
 */
export async function drained(request: Request): Promise<void> {
  if (request.bodyUsed || request.body?.locked === true) return;
  await readCapped(request, 0, LET_COME_BYTES).catch(() => null);
}

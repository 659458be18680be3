import type { Json } from "../../core/json.ts";
import { decodedText } from "../../core/decoded-text.ts";
import { NotUtf8, readBytes, readCapped, readUtf8 } from "../read-capped.ts";
import { excessOf } from "./json-excess.ts";
import { Problem } from "./problem.ts";

const MIB = 1024 * 1024;

/** More unknown fields than these are not named. */
const MAX_ERRORS = 100;

/** So much of a body that is refused is let come: all that a listener before us lets through. */
const LET_COME_BYTES = 17 * MIB;

/** The longest body that anything takes. */
const MAX_MIB = 16;

/** What requests asked for, for the audit log: bodies are read once. */
const read = new WeakMap<Request, Json>();

/** The JSON that a handler has read from the request; null for none. */
export const asked = (request: Request): Json => read.get(request) ?? null;

/** Remembers what a request that came otherwise than as JSON asked for, without secrets of its way here. */
export const noteAsked = (request: Request, body: Json): void => void read.set(request, body);

/** The exact media type of a request, without its parameters, lower case; "" for none. */
export const mediaType = (request: Request): string =>
  (request.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();

const isJson = (request: Request): boolean => {
  const type = mediaType(request);
  return type === "application/json" || (request.method === "PATCH" && type === "application/merge-patch+json");
};

/** What a reader makes of a body of at most this many MiB; throws the 400 or 413 Problem. */
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

/** The text of a body in UTF-8 of at most this many MiB; throws the 400 or 413 Problem. */
export const readText = (request: Request, maxMib = 1): Promise<string> => capped(readUtf8, request, maxMib);

/** A body that is read before anybody knows what it is; throws the 400 or 413 Problem. */
export const bufferedBytes = (request: Request): Promise<Uint8Array<ArrayBuffer>> =>
  capped(readBytes, request, MAX_MIB);

/** The text of a body in the encoding that its head or its first bytes say, or that it must have; throws the 400 or 413 Problem. */
export async function readEncoded(request: Request, maxMib: number): Promise<string> {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(request.headers.get("content-type") ?? "")?.[1];
  const text = decodedText(await capped(readBytes, request, maxMib), charset ?? null);
  if (text.ok) return text.value;
  throw new Problem(400, text.error);
}

/** Deeper, and more, than anything that means something: to find that out by parsing takes seconds of a long text. */
const DEEPEST = 1_000;
const MAX_VALUES = 800_000;

/** The JSON of a text; throws the 400 Problem. */
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

/** The JSON body of a request; throws the 415, 413 or 400 Problem. */
export async function jsonBody(request: Request): Promise<Json> {
  if (!isJson(request)) throw new Problem(415, "The body must be application/json.");
  const body = parse(await readText(request));
  read.set(request, body);
  return body;
}

/** The same of a request that needs no body: `{}` for none. */
export async function optionalBody(request: Request): Promise<Json> {
  const text = await readText(request);
  if (text === "") return {};
  if (!isJson(request)) throw new Problem(415, "The body must be application/json.");
  return parse(text);
}

/** Reads the body of an action: none, or `{}`. Throws a Problem for anything else. */
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

/** Lets a refused request's body come, for an answer that overtakes it may be lost with the connection. Never throws. */
export async function drained(request: Request): Promise<void> {
  if (request.bodyUsed || request.body?.locked === true) return;
  await readCapped(request, 0, LET_COME_BYTES).catch(() => null);
}

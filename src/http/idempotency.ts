import { fromBase64, toBase64 } from "../core/base64.ts";
import { through } from "../core/gzip.ts";
import { isObject, type Json, type JsonObject } from "../core/json.ts";
import { sha256Hex } from "../core/sha256.ts";
import { bufferedBytes } from "./body.ts";
import { requestIdOf } from "./headers.ts";
import { Problem, RUNNING } from "./problem.ts";

type Known = { kind: "new" | "running" | "other" } | { kind: "done"; answer: Json };

/** What idempotent requests need. */
export interface IdempotencyPorts {
  look: (key: string, fingerprint: string, now: number) => Promise<Known>;
  begin: (key: string, fingerprint: string, now: number) => Promise<Known>;
  finish(key: string, answer: Json): Promise<void>;
  abandon(key: string): Promise<void>;
  /** Reports that an answer could not be stored. */
  failed(thrown: unknown): void;
  wallNow(): number;
  sleep(ms: number): Promise<void>;
}

/** Hash of a token and its Idempotency-Key, and the fingerprint of its request. */
export interface IdempotencyKey {
  key: string;
  fingerprint: string;
}

const NAME = "idempotency-key";

const LOOKS = 20;
const BETWEEN_MS = 250;

/**
 * Handles a POST once for each `Idempotency-Key` of a token, for 24 hours (IETF httpapi draft). A repetition waits for
 * the first answer and gets it. Errors are not stored. A request that `keeps` stores its
 * answer together with its write and does not reserve the key first.
 */
export async function idempotent(
  request: Request,
  { tokenId, keeps: stores }: { tokenId: string | null; keeps: boolean },
  ports: IdempotencyPorts,
  carryOut: (request: Request, keyed: IdempotencyKey | null) => Promise<Response>,
): Promise<Response> {
  const name = request.method === "POST" ? request.headers.get(NAME) : null;
  if (name === null) return carryOut(request, null);
  if (!/^[\x21-\x7e]{1,255}$/.test(name))
    throw new Problem(400, "Idempotency-Key must have 1 to 255 visible ASCII characters.");
  const body = await bufferedBytes(request);
  const { pathname, search } = new URL(request.url);
  const keyed = {
    key: await sha256Hex(JSON.stringify([tokenId, name])),
    fingerprint: await sha256Hex(JSON.stringify([pathname, search, textOf(body)])),
  };
  const { url, method, headers } = request;
  const again = new Request(url, { method, headers, ...(body.length === 0 ? {} : { body }) });
  again.headers.set("x-request-id", requestIdOf(request));
  const earlier = await earlierOf(keyed, stores ? ports.look : ports.begin, ports);
  if (earlier !== null) return earlier;
  if (!stores) return first(keyed.key, again, ports, carryOut);
  try {
    return await carryOut(again, keyed);
  } catch (thrown) {
    const other = thrown instanceof Problem && thrown.status === 409 ? await earlierOf(keyed, ports.look, ports) : null;
    if (other === null) throw thrown;
    return other;
  }
}

/** The same for a request whose key is given. */
export async function onceFor(
  keyed: IdempotencyKey,
  request: Request,
  ports: IdempotencyPorts,
  carryOut: () => Promise<Response>,
): Promise<Response> {
  return (await earlierOf(keyed, ports.begin, ports)) ?? first(keyed.key, request, ports, carryOut);
}

/** A text that is different for different bytes. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The answer to the key's first request, waiting while that runs; null if there was none. */
async function earlierOf(
  { key, fingerprint }: IdempotencyKey,
  look: IdempotencyPorts["look"],
  ports: IdempotencyPorts,
): Promise<Response | null> {
  for (let looks = 0; looks < LOOKS; looks++) {
    const known = await look(key, fingerprint, ports.wallNow());
    if (known.kind === "done") return repeated(known.answer);
    if (known.kind === "other") throw new Problem("key-reused", "This Idempotency-Key was used for another request.");
    if (known.kind === "new") return null;
    await ports.sleep(BETWEEN_MS);
  }
  throw new Problem("still-running", RUNNING, {}, { "retry-after": "5" });
}

async function first(
  key: string,
  request: Request,
  ports: IdempotencyPorts,
  carryOut: (request: Request, keyed: null) => Promise<Response>,
): Promise<Response> {
  let response: Response;
  try {
    response = await carryOut(request, null);
  } catch (thrown) {
    await ports.abandon(key);
    throw thrown;
  }
  const stored = await storedOf(request.url, response.clone());
  // The request has taken effect, so a failure from here on must not repeat it. An unfinished key stays reserved for a
  // minute.
  await ports
    .finish(key, stored)
    .catch(() => ports.finish(key, stored))
    .catch((thrown: unknown) => ports.failed(thrown));
  return response;
}

/** Longer bodies are compressed, in UTF-8 bytes. */
const LONGEST_PLAIN = 64 * 1024;

/** Longer compressed bodies do not fit into a row. What a request of 1 MiB creates does, whatever it contains. */
const LONGEST_COMPRESSED = 1_060_000;

/** The stored form of an answer. */
export async function storedOf(url: string, response: Response): Promise<JsonObject> {
  const { status } = response;
  const headers = Object.fromEntries(response.headers);
  const body = await response.text();
  const bytes = new Uint8Array(new TextEncoder().encode(body));
  if (bytes.length <= LONGEST_PLAIN) return { status, body, headers };
  const compressed = await through(bytes, new CompressionStream("gzip"));
  if (compressed.length <= LONGEST_COMPRESSED) return { status, gzip: toBase64(compressed), headers };
  return { about: headers["location"] ?? new URL(url).pathname.replace(/\/[^/]*$/, "") };
}

type Stored =
  | { status: number; headers: Record<string, string>; body: string }
  | { status: number; headers: Record<string, string>; gzip: string }
  | { about: string };

/** Restores a stored answer. Throws the 409 Problem if no key opens it any more, or it was too long. */
async function repeated(answer: Json): Promise<Response> {
  if (!isObject(answer)) throw new Problem(409, "The first answer to this Idempotency-Key can no longer be read.");
  const stored = answer as Stored;
  if ("about" in stored)
    throw new Problem(409, `The request was carried out. Its answer was too long to store: read ${stored.about}.`);
  const body = "body" in stored ? stored.body : await through(fromBase64(stored.gzip), new DecompressionStream("gzip"));
  const { status, headers } = stored;
  return new Response(body, { status, headers: { ...headers, "idempotency-replayed": "true" } });
}

import { isObject, type Json } from "../../core/json.ts";
import { sha256Hex } from "../sha256.ts";
import { bufferedText } from "./body.ts";
import { Problem } from "./problem.ts";

/** What the HTTP edge needs to carry out a request once. */
export interface OncePorts {
  begin(
    key: string,
    fingerprint: string,
    now: number,
  ): Promise<{ kind: "new" | "running" | "other" } | { kind: "done"; answer: Json }>;
  finish(key: string, answer: Json): Promise<void>;
  abandon(key: string): Promise<void>;
  wallNow(): number;
  sleep(ms: number): Promise<void>;
}

const NAME = "idempotency-key";

const LOOKS = 20;
const BETWEEN_MS = 250;

/**
 * Carries a POST out once for each `Idempotency-Key` of a token, for 24 hours (the IETF's httpapi draft): a repetition
 * gets the first answer, also while that one is still being made. An answer that is an error is not kept.
 */
export async function once(
  request: Request,
  tokenId: string | null,
  ports: OncePorts,
  carryOut: (request: Request) => Promise<Response>,
): Promise<Response> {
  const name = request.method === "POST" ? request.headers.get(NAME) : null;
  if (name === null) return carryOut(request);
  if (!/^[\x21-\x7e]{1,255}$/.test(name))
    throw new Problem(400, "Idempotency-Key must have 1 to 255 visible ASCII characters.");
  const text = await bufferedText(request);
  const key = await sha256Hex(JSON.stringify([tokenId, name]));
  const { pathname, search } = new URL(request.url);
  const fingerprint = await sha256Hex(JSON.stringify([pathname, search, text]));
  for (let looks = 0; looks < LOOKS; looks++) {
    const known = await ports.begin(key, fingerprint, ports.wallNow());
    if (known.kind === "done") return repeated(known.answer);
    if (known.kind === "other") throw new Problem(422, "This Idempotency-Key was used for another request.");
    if (known.kind === "new") return first(key, request, text, ports, carryOut);
    await ports.sleep(BETWEEN_MS);
  }
  throw new Problem(409, "The first request with this Idempotency-Key is still running.", {}, { "retry-after": "5" });
}

async function first(
  key: string,
  request: Request,
  text: string,
  ports: OncePorts,
  carryOut: (request: Request) => Promise<Response>,
): Promise<Response> {
  try {
    const { url, method, headers } = request;
    const response = await carryOut(new Request(url, { method, headers, ...(text === "" ? {} : { body: text }) }));
    const body = await response.text();
    const kept = { status: response.status, body, headers: Object.fromEntries(response.headers) };
    await ports.finish(key, kept);
    return new Response(body, { status: response.status, headers: response.headers });
  } catch (thrown) {
    await ports.abandon(key);
    throw thrown;
  }
}

/** The first answer again; null where no key opens it any more. */
function repeated(answer: Json): Response {
  if (!isObject(answer)) throw new Problem(409, "The first answer to this Idempotency-Key can no longer be read.");
  const { status, body, headers } = answer as { status: number; body: string; headers: Record<string, string> };
  return new Response(body, { status, headers: { ...headers, "idempotency-replayed": "true" } });
}

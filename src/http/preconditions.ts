import { bytesToHex } from "@noble/hashes/utils.js";
import { sha256 } from "@noble/hashes/sha2.js";
import type { Base, Declared } from "../resources/resource.ts";
import { sha256Hex } from "../core/sha256.ts";
import type { CorePorts } from "./ports.ts";
import { found, Problem } from "./problem.ts";
import { textOf } from "./route.ts";

interface RecordRequest {
  ports: { keep: Pick<CorePorts["keep"], "find"> };
  params: Record<string, string>;
}

/** The record with the id in the path. Throws the 404 Problem with its noun if there is none. */
export const recordAt = async <One extends Base>(
  of: Declared<One>,
  { ports, params }: RecordRequest,
  noun = of.noun,
): Promise<One> => found(await ports.keep.find(of, params["id"]!), noun);

const HASH_DIGITS = 16;

/**
 * The entity tag of a record: its revision, and a hash of its view, which also has what no person changes, such as the
 * state of a target.
 */
export const etagOf = ({ revision }: Base, view: object): string =>
  `"${revision}-${bytesToHex(sha256(new TextEncoder().encode(JSON.stringify(view)))).slice(0, HASH_DIGITS)}"`;

/**
 * The revisions that `If-Match` accepts (RFC 9110, 13.1.1); null for any. Only the revision of a tag counts, because a
 * change overwrites nothing that polls write. A weak tag matches nothing. Throws the 400 Problem.
 */
export function revisionsIn(request: Request): number[] | null {
  const provided = request.headers.get("if-match")?.trim();
  if (provided === undefined || provided === "*") return null;
  const tags = provided.split(",").map((tag) => tag.trim());
  if (!tags.every((tag) => /^(W\/)?"[\x21\x23-\x7e]*"$/.test(tag)))
    throw new Problem(400, 'If-Match must be * or entity tags such as "3".');
  return tags.flatMap((tag) => {
    const revision = /^"(0|[1-9]\d{0,14})(?:-[0-9a-f]{16})?"$/.exec(tag)?.[1];
    return revision === undefined ? [] : Number(revision);
  });
}

/**
 * Whether `If-None-Match` has this tag (RFC 9110, 13.1.2, weak comparison), so that the client has the current answer.
 */
const isKnown = (request: Request, tag: string): boolean =>
  (request.headers.get("if-none-match") ?? "")
    .split(",")
    .map((one) => one.trim().replace(/^W\//, ""))
    .some((one) => one === "*" || one === tag);

/**
 * Answers a body with an entity tag that clients revalidate each time. If the request has the tag, it answers 304
 * without building the body.
 */
export async function unlessKnown(
  request: Request,
  tag: string,
  headers: Record<string, string>,
  body: () => Promise<BodyInit | null>,
): Promise<Response> {
  const named = { "cache-control": "private, no-cache", ...headers, etag: tag };
  return isKnown(request, tag)
    ? new Response(null, { status: 304, headers: named })
    : new Response(await body(), { headers: named });
}

/**
 * Gives a JSON answer an entity tag unless it has one: a hash of its text. If the request has the tag, the answer is a
 * 304 without a body. Other answers stay as they are.
 */
export async function revalidated(request: Request, answer: Response): Promise<Response> {
  const text = textOf(answer);
  if (answer.status !== 200 || text === null) return answer;
  const tag = answer.headers.get("etag") ?? `"${(await sha256Hex(text)).slice(0, HASH_DIGITS)}"`;
  if (!isKnown(request, tag)) {
    answer.headers.set("etag", tag);
    return answer;
  }
  const vary = answer.headers.get("vary");
  return new Response(null, { status: 304, headers: { etag: tag, ...(vary === null ? {} : { vary }) } });
}

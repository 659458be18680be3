import type { Base } from "../../resources/resource.ts";
import { Problem } from "./problem.ts";

/** The entity tag of a record: its revision. */
export const etagOf = ({ revision }: Base): string => `"${revision}"`;

/** The revisions that `If-Match` takes (RFC 9110, 13.1.1), null where any will do. A weak tag matches nothing. Throws the 400 Problem. */
export function revisionsIn(request: Request): number[] | null {
  const given = request.headers.get("if-match")?.trim();
  if (given === undefined || given === "*") return null;
  const tags = given.split(",").map((tag) => tag.trim());
  if (!tags.every((tag) => /^(W\/)?"[\x21\x23-\x7e]*"$/.test(tag)))
    throw new Problem(400, 'If-Match must be * or entity tags such as "3".');
  return tags.flatMap((tag) => (/^"(0|[1-9]\d{0,14})"$/.test(tag) ? Number(tag.slice(1, -1)) : []));
}

/** True where `If-None-Match` has this tag (RFC 9110, 13.1.2: compared weakly): whoever asks has what would be answered. */
const isKnown = (request: Request, tag: string): boolean =>
  (request.headers.get("if-none-match") ?? "")
    .split(",")
    .map((one) => one.trim().replace(/^W\//, ""))
    .some((one) => one === "*" || one === tag);

/** A body under its entity tag, which the client asks about each time; 304 without making it where the request names the tag. */
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

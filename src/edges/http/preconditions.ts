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

import { parseAccept, type Accept } from "hono/utils/accept";

/**
 * The one of these media types that a request would rather have (`Accept`, RFC 9110 section 12.5.1, with its weights).
 * The first where it has no wish, likes several alike, or takes none of them.
 */
export function preferred(request: Request, types: readonly string[]): string {
  const ranges = parseAccept(request.headers.get("accept") ?? "");
  const [first = ""] = types;
  return types.reduce((best, type) => (weightOf(type, ranges) > weightOf(best, ranges) ? type : best), first);
}

/** The weight of the range that fits a type most closely; 0 where none does. */
function weightOf(type: string, ranges: Accept[]): number {
  const group = `${type.split("/")[0]}/*`;
  for (const range of [type, group, "*/*"]) {
    const weights = ranges.flatMap((one) => (one.type.toLowerCase() === range ? one.q : []));
    if (weights.length > 0) return Math.max(...weights);
  }
  return 0;
}

import { parseAccept, type Accept } from "hono/utils/accept";

/**
 * The media type that a request prefers, by the weights of `Accept` (RFC 9110 section 12.5.1). It is the first of
 * `types` if the request has no preference, weights several equally, or accepts none.
 */
export function preferred(request: Request, types: readonly string[]): string {
  const ranges = parseAccept(request.headers.get("accept") ?? "");
  const [first = ""] = types;
  return types.reduce((best, type) => (weightOf(type, ranges) > weightOf(best, ranges) ? type : best), first);
}

/** Weight of the most specific range that matches a type; 0 if none does. */
function weightOf(type: string, ranges: Accept[]): number {
  const group = `${type.split("/")[0]}/*`;
  for (const range of [type, group, "*/*"]) {
    const weights = ranges.flatMap((one) => (one.type.toLowerCase() === range ? one.q : []));
    if (weights.length > 0) return Math.max(...weights);
  }
  return 0;
}

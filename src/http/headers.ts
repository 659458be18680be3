import { type Accept, parseAccept } from "hono/utils/accept";

/** Default headers against sniffing, framing and caching. An answer's own headers take precedence. */
const everywhere: Record<string, string> = {
  "cache-control": "private, no-store",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
};

export function secured(response: Response): Response {
  const answer = new Response(response.body, response);
  for (const [name, value] of Object.entries(everywhere))
    if (!answer.headers.has(name)) answer.headers.set(name, value);
  return answer;
}

const requestIds = new WeakMap<Request, string>();

/** The id of a request: the caller's, if it is a plain one, or a new one. The same each time it is asked for. */
export function requestIdOf(request: Request): string {
  const known = requestIds.get(request);
  if (known !== undefined) return known;
  const id = /^[\w.-]{1,64}$/.exec(request.headers.get("x-request-id") ?? "")?.[0] ?? crypto.randomUUID();
  requestIds.set(request, id);
  return id;
}

/**
 * The Content-Security-Policy of an HTML page: its own style and script (by nonce or hash), requests to this host only,
 * and whether it has forms.
 */
export const pagePolicy = (own: { script: string; style: string }, formAction: "'self'" | "'none'"): string =>
  [
    "default-src 'none'",
    `script-src '${own.script}'`,
    `style-src '${own.style}'`,
    "img-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join("; ");

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

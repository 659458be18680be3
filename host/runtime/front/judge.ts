import type { IncomingMessage } from "node:http";

/** Slightly more than the largest body of the API, 16 MiB. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024 + 64 * 1024;

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Headers that must not be repeated, because it would be ambiguous which one counts. */
const SINGLE = new Set(["host", "content-length", "content-type", "authorization", "transfer-encoding"]);

/** An answer that replaces passing on a request. */
export interface Refused {
  status: number;
  detail: string;
  headers?: Record<string, string>;
}

/** Why a request is refused, judging by its headers only; null if it is passed on. */
export function refusalOf({ method, url, headers, rawHeaders }: IncomingMessage): Refused | null {
  if (!METHODS.includes(method!)) {
    return { status: 405, detail: `The method ${method!} is not supported.`, headers: { allow: METHODS.join(", ") } };
  }
  const twice = repeated(rawHeaders);
  if (twice !== null) return { status: 400, detail: `The header ${twice} must appear only once.` };
  if (headers.host === undefined || !HOST.test(headers.host))
    return { status: 400, detail: "The Host header must name a host." };
  if (targetOf(url!, headers.host) === null)
    return { status: 400, detail: "The request target must be a path, or an address of this host." };
  const coding = headers["transfer-encoding"];
  if (coding !== undefined && coding.toLowerCase() !== "chunked")
    return { status: 400, detail: "Transfer-Encoding must be chunked." };
  if (Number(headers["content-length"] ?? 0) > MAX_BODY_BYTES) return TOO_LARGE;
  return null;
}

export const TOO_LARGE: Refused = { status: 413, detail: "The body is larger than 16 MiB." };

/**
 * Path and query of a request target in origin form, or in absolute form for the same host (RFC 9112, 3.2). They are
 * normalized like Cloudflare does for a Worker. Null for other targets.
 */
export function targetOf(target: string, host: string): string | null {
  const absolute = /^http:\/\/([^/?#]*)(.*)$/i.exec(target);
  if (absolute !== null && absolute[1]!.toLowerCase() !== host.toLowerCase()) return null;
  const rest = absolute === null ? target : absolute[2]!.replace(/^(?!\/)/, "/");
  const url = rest.startsWith("/") ? URL.parse(`http://host${rest}`) : null;
  return url === null ? null : url.pathname + url.search;
}

function repeated(rawHeaders: string[]): string | null {
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    if (!SINGLE.has(name)) continue;
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return null;
}

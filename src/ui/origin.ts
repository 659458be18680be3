import { isLoopback } from "../core/public-url.ts";

/** True on this machine, where no traffic can be intercepted. Browsers never resolve names below localhost. */
const isHere = (hostname: string): boolean => isLoopback(hostname) || hostname.endsWith(".localhost");

/** Returns the origin of the public address; null if none is set or it belongs to another host. */
function claimedOrigin({ host, hostname }: URL, publicUrl: string | null): string | null {
  const claimed = publicUrl === null ? null : URL.parse(publicUrl);
  return claimed !== null && (claimed.host === host || claimed.hostname === hostname) ? claimed.origin : null;
}

/** True if the connection is private: over TLS, which a proxy may terminate, or on this machine. */
export const isPrivate = (url: URL, publicUrl: string | null): boolean =>
  url.protocol === "https:" || isHere(url.hostname) || claimedOrigin(url, publicUrl)?.startsWith("https:") === true;

/**
 * True for a form sent by a page of the app. Sec-Fetch-Site and Origin must agree with that, and at least one must be
 * present.
 */
export function isOwnForm(request: Request, url: URL, publicUrl: string | null): boolean {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  if (site === null && origin === null) return false;
  if (site !== null && site !== "same-origin") return false;
  return origin === null || origin === url.origin || origin === claimedOrigin(url, publicUrl);
}

import { isLoopback } from "../../core/public-url.ts";

/** True on this very machine, where nobody listens in between; browsers look up no name below localhost. */
const isHere = (hostname: string): boolean => isLoopback(hostname) || hostname.endsWith(".localhost");

/** The address under which readers say that they reach this one; null where it is another's or none is known. */
function claimedOrigin({ host, hostname }: URL, publicUrl: string | null): string | null {
  const claimed = publicUrl === null ? null : URL.parse(publicUrl);
  return claimed !== null && (claimed.host === host || claimed.hostname === hostname) ? claimed.origin : null;
}

/** True where what is sent cannot be read on its way: over TLS, also where a proxy before us ends it, or on this machine. */
export const isPrivate = (url: URL, publicUrl: string | null): boolean =>
  url.protocol === "https:" || isHere(url.hostname) || claimedOrigin(url, publicUrl)?.startsWith("https:") === true;

/** True for a form that a page of ours sent: what browsers say of where it came from, where they say it at all, must agree. */
export function isOwnForm(request: Request, url: URL, publicUrl: string | null): boolean {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  if (site === null && origin === null) return false;
  if (site !== null && site !== "same-origin") return false;
  return origin === null || origin === url.origin || origin === claimedOrigin(url, publicUrl);
}

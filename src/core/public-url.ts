import { pattern } from "./lazy.ts";

const INTERNAL =
  /(^|\.)(localhost|local|localdomain|internal|intranet|private|lan|home|corp|test|example|invalid|onion|i2p|alt|arpa|svc|cluster|consul|docker|mshome|workgroup|fritz\.box)$/;
const EMBEDDING =
  /(^|\.)(nip\.io|sslip\.io|xip\.io|xip\.name|ip6\.name|backname\.io|localtest\.me|lvh\.me|vcap\.me|fuf\.me|lacolhost\.com|traefik\.me|local\.gd|localho\.st|1u\.ms|rbndr\.us|ipq\.co|rebind\.it|rebind\.network)$/;
const LABELS = /^([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;
const unfit = pattern(String.raw`[\s\\\p{Cc}]`, "u");
const QUAD = /(?:^|[.-])(\d{1,3})[.-](\d{1,3})[.-]\d{1,3}[.-]\d{1,3}(?=[.-]|$)/;

/** Addresses that may be called besides public ones, and those that may not. */
export interface Addresses {
  /** Allows any http or https URL of this machine, on any port. */
  local: boolean;
  /** The public host of this Tallylight, which is never called; null if unknown. */
  own: string | null;
  /** Ports of this machine on which Tallylight itself listens. They are never called. */
  ownPorts?: readonly number[];
}

/** Public addresses only. */
export const PUBLIC_ONLY: Addresses = { local: false, own: null };

/**
 * Why a URL may not be called, in plain words; null if it may: https on port 443 with a public DNS name. Names are
 * checked as written and never looked up.
 */
export function refusal(text: string, { local, own, ownPorts = [] }: Addresses): string | null {
  if (text.length > 2048) return "must be at most 2048 characters";
  if (unfit().test(text)) return "must not contain spaces, backslashes or control characters";
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return "must be an https URL";
  if (/^https?:\/\/[^/?#]*@/i.test(text)) return "must not carry a user name or password";
  if (text.includes("#")) return "must not have a fragment";
  const url = new URL(text);
  if (isLoopback(url.hostname)) {
    if (!local) return "must not name this machine";
    return ownPorts.includes(portOf(url)) ? "must not name Tallylight itself" : null;
  }
  if (url.protocol !== "https:") return "must be an https URL";
  if (url.port !== "") return "must use port 443";
  if (url.hostname === own) return "must not name Tallylight itself";
  return nameRefusal(url.hostname);
}

const portOf = ({ port, protocol }: URL): number => (port === "" ? (protocol === "https:" ? 443 : 80) : Number(port));

/** Why Cloudflare cannot reach a host; null if it is a public DNS name. */
export const hostRefusal = (hostname: string): string | null =>
  isLoopback(hostname) ? "must not name this machine" : nameRefusal(hostname);

/** Reports whether a host is this machine: localhost, 127.0.0.0/8, [::1]. */
export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);

function nameRefusal(name: string): string | null {
  if (name.startsWith("[") || /^[\d.]+$/.test(name)) return "must name a host, not an address";
  if (name.endsWith(".")) return "must not end its host name in a dot";
  if (!name.includes(".") || INTERNAL.test(name)) return "must name a public host";
  if (!LABELS.test(name) || name.length > 253) return "must name a valid host";
  if (EMBEDDING.test(name) || embedsPrivateAddress(name)) return "must not be a name that stands for an address";
  return null;
}

function embedsPrivateAddress(name: string): boolean {
  const [, first, second] = (QUAD.exec(name) ?? []).map(Number);
  if (first === undefined || second === undefined) return false;
  if (first === 0 || first === 10 || first === 127) return true;
  if (first === 169) return second === 254;
  if (first === 172) return second >= 16 && second <= 31;
  if (first === 192) return second === 168;
  return first === 100 && second >= 64 && second <= 127;
}

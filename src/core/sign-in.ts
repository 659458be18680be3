import { DAY_MS } from "./duration.ts";
import { derivedId } from "./ids.ts";

/** A signed-in session of the pages. Instants are wall clock, epoch ms. */
export interface SignIn {
  id: string;
  /** Null for `ADMIN_TOKEN`. */
  tokenId: string | null;
  /** The token's name; null for `ADMIN_TOKEN`. */
  tokenName: string | null;
  createdAt: number;
  /** Accurate to five minutes. */
  lastSeenAt: number;
  /** The last known IP address; null if unknown. */
  address: string | null;
  /** The browser's user agent; null if it sends none. */
  agent: string | null;
  /** The email address that Cloudflare Access has to confirm with each request; null for none. */
  email: string | null;
}

/** The lifetime of a session. */
export const SIGN_IN_MS = 30 * DAY_MS;

/** The id of a session: a digest of its cookie's secret, which is random enough to need no salt. */
export const signInId = (secret: string): string => derivedId("sgn", "sign-in", secret);

/** The holder of sessions with `ADMIN_TOKEN`, instead of a token's id. A new admin token has new sessions. */
export const adminHolder = (adminToken: string): string => derivedId("adm", "sign-ins", adminToken);

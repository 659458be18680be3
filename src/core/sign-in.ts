import { DAY_MS } from "./duration.ts";
import { derivedId } from "./ids.ts";

/** A session of the pages. Instants are wall clock, epoch ms. */
export interface SignIn {
  id: string;
  /** Null for `ADMIN_TOKEN`. */
  tokenId: string | null;
  /** The token's name; null for `ADMIN_TOKEN`. */
  tokenName: string | null;
  createdAt: number;
  /** To five minutes. */
  lastSeenAt: number;
  /** The IP address that it was last seen at; null where nobody knows. */
  address: string | null;
  /** What the browser calls itself; null where it does not. */
  agent: string | null;
}

/** A session ends so long after it began. */
export const SIGN_IN_MS = 30 * DAY_MS;

/** The id of a session: a digest of the secret that its cookie holds, which is random enough to need no salt. */
export const signInId = (secret: string): string => derivedId("sgn", "sign-in", secret);

/** Whose the sessions of `ADMIN_TOKEN` are, in place of a token's id: another one has other sessions. */
export const adminHolder = (adminToken: string): string => derivedId("adm", "sign-ins", adminToken);

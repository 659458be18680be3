import { parse, serialize } from "hono/utils/cookie";
import { base32, derivedId } from "../core/ids.ts";
import type { Result } from "../core/result.ts";
import type { AccessRefusal } from "../http/access/assertion.ts";
import { adminHolder, SIGN_IN_MS, signInId } from "../core/sign-in.ts";
import type { Actor } from "../http/auth.ts";
import type { CorePorts } from "../http/ports.ts";

/** The signed-in user, and the key that each of their forms must repeat. */
export interface Session {
  /** The id of the sign-in, as in the API. */
  id: string;
  actor: Actor;
  /** The holder in the store; all sign-ins with one token share it. */
  holder: string;
  /** Whom Cloudflare Access vouches for; null if the session began otherwise. */
  email: string | null;
  /** A secret of this session's pages. */
  formKey: string;
  /** The team's time zone, read with the session; null if it was never set. */
  timezone: string | null;
  /** The version that pages are rendered from, read with the session; null if unknown. */
  version: string | null;
}

/** A stored session, with its token's current actor. */
interface FoundSession {
  actor: Actor;
  holder: string;
  lastSeenAt: number;
  /** Whom Cloudflare Access has to vouch for on each request; null for nobody. */
  email: string | null;
  /** The team's time zone; null if it was never set. */
  timezone: string | null;
  version: string | null;
}

/** What begins, finds and lengthens sessions. */
export interface SessionPorts {
  signIn: {
    /** The admin token, which signs sign-in links and identifies the admin's sign-ins. */
    adminToken: string;
    /**
     * Returns the session and the version that pages are rendered from; null once the session or its
     * token has ended. A `glance` leaves out what only the frame of a page needs.
     */
    find(id: string, glance: boolean): Promise<FoundSession | null>;
    /** Cloudflare Access; null if it is not configured. */
    access: {
      /** Returns the email address that an assertion vouches for. */
      email(assertion: string): Promise<Result<string, AccessRefusal>>;
    } | null;
  };
  signIns: {
    /** Adds a sign-in, replacing another if one is named; `at` is the wall clock, epoch ms. */
    add(
      signIn: {
        id: string;
        holder: string;
        at: number;
        address: string | null;
        agent: string | null;
        email: string | null;
      },
      replaced: string | null,
    ): Promise<void>;
    /** Stores when and where it was last seen. */
    seen(id: string, at: number, address: string | null, agent: string | null): Promise<void>;
  };
}

/** A request that may have a session. */
interface Arrived {
  request: Request;
  url: URL;
  ports: Pick<CorePorts, "keep" | "publicUrl"> & SessionPorts;
}

/** 52 characters of 5 bits each. */
const SECRET_BYTES = 52;
const SECRET = /^[0-9a-z]{52}$/;

/** The minimum time between updates of the last use, each of which writes a row. */
const NOTED_EVERY_MS = 300_000;

const LONGEST_AGENT = 300;

/** The attributes of every cookie: sent to this host only, and hidden from scripts. */
export const GUARDED = { httpOnly: true, secure: true, sameSite: "Lax", path: "/" } as const;

/** Returns a cookie of the request, or undefined without one. */
export const cookieOf = (request: Request, name: string): string | undefined =>
  parse(request.headers.get("cookie") ?? "", name)[name];

/**
 * Returns the name of the session's cookie. Browsers send a cookie to every port of a host, so the name contains the
 * port. A digest of the host and the public address separates instances behind proxies that hide their ports.
 */
function nameOf({ protocol, host, port }: URL, { publicUrl }: Pick<CorePorts, "publicUrl">): string {
  const displayed = port === "" ? (protocol === "https:" ? "443" : "80") : port;
  return `__Host-session-${displayed}-${derivedId("at", host, publicUrl ?? "").slice(3, 11)}`;
}

/** Returns the address that a request came from. */
export const addressOf = (request: Request): string | null => request.headers.get("cf-connecting-ip");

const agentOf = (request: Request): string | null =>
  request.headers.get("user-agent")?.slice(0, LONGEST_AGENT).toWellFormed() ?? null;

/** The header by which a tab sends the version that it shows. Most polls find nothing new. */
export const VERSION_HEADER = "x-version";

const formKeyOf = (secret: string): string => derivedId("key", "form", secret);

/**
 * Starts a session of 30 days in place of the request's current one, and returns it with its cookie. The cookie holds a
 * random secret, the store only a digest of it. Without `stay`, the cookie ends with the browser session.
 */
export async function begin(
  actor: Actor,
  stay: boolean,
  { request, url, ports, session: before }: Arrived & { session: Session | null },
  email: string | null = null,
): Promise<{ session: Session; cookie: string }> {
  const secret = base32(ports.keep.randomBytes(SECRET_BYTES));
  const id = signInId(secret);
  const holder = actor.tokenId ?? adminHolder(ports.signIn.adminToken);
  const from = { address: addressOf(request), agent: agentOf(request), email };
  await ports.signIns.add({ id, holder, at: ports.keep.wallNow(), ...from }, before?.id ?? null);
  const lasts = stay ? { maxAge: SIGN_IN_MS / 1000 } : {};
  const cookie = serialize(nameOf(url, ports), secret, { ...GUARDED, ...lasts });
  return { session: { id, actor, holder, email, formKey: formKeyOf(secret), timezone: null, version: null }, cookie };
}

/** Returns the cookie that ends the session in the browser. */
export const endOf = ({ url, ports }: { url: URL; ports: Pick<CorePorts, "publicUrl"> }): string =>
  serialize(nameOf(url, ports), "", { ...GUARDED, maxAge: 0 });

/** The assertion of Cloudflare Access that a request carries; null without one. */
export const assertionOf = (request: Request): string | null => request.headers.get("cf-access-jwt-assertion");

/** Returns the address that Cloudflare Access vouches for with this request; null for none. */
async function vouchedFor(request: Request, { access }: SessionPorts["signIn"]): Promise<string | null> {
  const assertion = assertionOf(request);
  const found = access === null || assertion === null ? null : await access.email(assertion);
  return found?.ok === true ? found.value : null;
}

/** Returns the session with its token's current scope, or null if nobody is signed in. */
export async function sessionOf({ request, url, ports }: Arrived): Promise<Session | null> {
  const secret = cookieOf(request, nameOf(url, ports));
  if (secret === undefined || !SECRET.test(secret)) return null;
  const id = signInId(secret);
  const found = await ports.signIn.find(id, request.headers.has(VERSION_HEADER));
  if (found === null) return null;
  const { actor, holder, lastSeenAt, email, timezone, version } = found;
  if (email !== null && (await vouchedFor(request, ports.signIn)) !== email) return null;
  const now = ports.keep.wallNow();
  // A read-only database can still serve pages.
  if (now - lastSeenAt >= NOTED_EVERY_MS)
    await ports.signIns.seen(id, now, addressOf(request), agentOf(request)).catch(() => undefined);
  return { id, actor, holder, email, formKey: formKeyOf(secret), timezone, version };
}

import { parse, serialize } from "hono/utils/cookie";
import { base32, derivedId } from "../../core/ids.ts";
import { adminHolder, SIGN_IN_MS, signInId } from "../../core/sign-in.ts";
import type { Actor } from "../http/auth.ts";
import type { PagePorts } from "./ports.ts";

/** Who is signed in, and what each of their forms must repeat. */
export interface Session {
  /** Of the sign-in, as the API lists it. */
  id: string;
  actor: Actor;
  /** Whose the sign-in is in the store: those of the same token have the same. */
  holder: string;
  /** Known to the pages of this session alone. */
  formKey: string;
  /** What pages are drawn from as the session was read; null where nobody knows. */
  version: string | null;
}

/** A request that may come with a session. */
interface Came {
  request: Request;
  url: URL;
  ports: Pick<PagePorts, "keep" | "publicUrl" | "signIn" | "signIns">;
}

/** 52 characters of 5 bits each. */
const SECRET_BYTES = 52;
const SECRET = /^[0-9a-z]{52}$/;

/** When it was last seen is noted as often at the most: it costs a row. */
const NOTED_EVERY_MS = 300_000;

const LONGEST_AGENT = 300;

/** What every cookie of ours is: the browser sends it to this host alone, and shows it to no script. */
export const GUARDED = { httpOnly: true, secure: true, sameSite: "Lax", path: "/" } as const;

/** A cookie of the request, undefined where it sent none. */
export const cookieOf = (request: Request, name: string): string | undefined =>
  parse(request.headers.get("cookie") ?? "", name)[name];

/**
 * The name of the session's cookie. Browsers send a cookie to every port of a host, so each instance has a name of its own: the port,
 * and a digest of the addresses that it is reached at, for instances behind proxies that show them other ports.
 */
function nameOf({ protocol, host, port }: URL, { publicUrl }: Pick<PagePorts, "publicUrl">): string {
  const shown = port === "" ? (protocol === "https:" ? "443" : "80") : port;
  return `__Host-session-${shown}-${derivedId("at", host, publicUrl ?? "").slice(3, 11)}`;
}

/** Where a request came from. */
export const addressOf = (request: Request): string | null => request.headers.get("cf-connecting-ip");

const agentOf = (request: Request): string | null =>
  request.headers.get("user-agent")?.slice(0, LONGEST_AGENT).toWellFormed() ?? null;

/** By which a tab says what it shows: it asks again and again, and most of the time nothing has changed. */
export const VERSION_HEADER = "x-version";

const formKeyOf = (secret: string): string => derivedId("key", "form", secret);

/**
 * Begins a session of 30 days in place of the one that the request came with, and answers it with its cookie. The cookie holds a random
 * secret, the store a digest of it. One that does not `stay` ends with the browser.
 */
export async function begin(
  actor: Actor,
  stay: boolean,
  { request, url, ports, session: before }: Came & { session: Session | null },
): Promise<{ session: Session; cookie: string }> {
  const secret = base32(ports.keep.randomBytes(SECRET_BYTES));
  const id = signInId(secret);
  const holder = actor.tokenId ?? adminHolder(ports.signIn.adminToken);
  const from = { address: addressOf(request), agent: agentOf(request) };
  await ports.signIns.add({ id, holder, at: ports.keep.wallNow(), ...from }, before?.id ?? null);
  const lasts = stay ? { maxAge: SIGN_IN_MS / 1000 } : {};
  const cookie = serialize(nameOf(url, ports), secret, { ...GUARDED, ...lasts });
  return { session: { id, actor, holder, formKey: formKeyOf(secret), version: null }, cookie };
}

/** The cookie that ends it in the browser. */
export const endOf = ({ url, ports }: { url: URL; ports: Pick<PagePorts, "publicUrl"> }): string =>
  serialize(nameOf(url, ports), "", { ...GUARDED, maxAge: 0 });

/** Who is signed in, with the scope that their token has now; null for nobody. */
export async function sessionOf({ request, url, ports }: Came): Promise<Session | null> {
  const secret = cookieOf(request, nameOf(url, ports));
  if (secret === undefined || !SECRET.test(secret)) return null;
  const id = signInId(secret);
  const found = await ports.signIn.find(id, request.headers.has(VERSION_HEADER));
  if (found === null) return null;
  const { actor, holder, lastSeenAt, version } = found;
  const now = ports.keep.wallNow();
  // A database that takes no writes still shows its pages.
  if (now - lastSeenAt >= NOTED_EVERY_MS)
    await ports.signIns.seen(id, now, addressOf(request), agentOf(request)).catch(() => undefined);
  return { id, actor, holder, formKey: formKeyOf(secret), version };
}

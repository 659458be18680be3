import { parse, serialize } from "hono/utils/cookie";
import { isObject, type JsonObject } from "../../core/json.ts";
import { base32 } from "../../core/ids.ts";
import { ADMIN, type Actor } from "../http/auth.ts";
import { sha256Hex } from "../sha256.ts";
import type { PagePorts } from "./ports.ts";

/** Who is signed in, and what each of their forms must repeat. */
export interface Session {
  actor: Actor;
  /** Known to the pages of this session alone. */
  formKey: string;
}

const NAME = "__Host-session";
const PLACE = "session/cookie";
const LASTS_SECONDS = 30 * 86_400;

/** What every cookie of ours is: the browser sends it to this host alone, and shows it to no script. */
export const GUARDED = { httpOnly: true, secure: true, sameSite: "Lax", path: "/" } as const;

/** A cookie of the request, undefined where it sent none. */
export const cookieOf = (request: Request, name: string): string | undefined =>
  parse(request.headers.get("cookie") ?? "", name)[name];

/**
 * Begins a session of 30 days; answers it with its cookie. It is sealed and kept nowhere: it names a token, or holds a digest of the
 * token of the configuration, so it ends with either. One that does not `stay` ends with the browser.
 */
export async function begin(
  actor: Actor,
  stay: boolean,
  ports: PagePorts,
): Promise<{ session: Session; cookie: string }> {
  const { tokenId } = actor;
  const admin = tokenId === null ? await sha256Hex(ports.signIn.adminToken) : null;
  const formKey = base32(ports.keep.randomBytes(26));
  const sealed = await ports.keep.seal({ tokenId, admin, at: ports.keep.wallNow(), formKey }, PLACE);
  const cookie = serialize(NAME, sealed, { ...GUARDED, ...(stay ? { maxAge: LASTS_SECONDS } : {}) });
  return { session: { actor, formKey }, cookie };
}

/** The cookie that ends it. */
export const END = serialize(NAME, "", { ...GUARDED, maxAge: 0 });

/** Who is signed in, with the scope that their token has now; null for nobody. */
export async function sessionOf(request: Request, ports: PagePorts): Promise<Session | null> {
  const sealed = cookieOf(request, NAME);
  const kept = sealed === undefined ? null : await ports.keep.open(sealed, PLACE);
  if (!isObject(kept)) return null;
  const { at, formKey } = kept;
  const age = ports.keep.wallNow() - Number(at);
  if (typeof formKey !== "string" || !(age <= LASTS_SECONDS * 1000)) return null;
  const actor = await actorIn(kept, ports);
  return actor === null ? null : { actor, formKey };
}

async function actorIn({ tokenId, admin }: JsonObject, { signIn }: PagePorts): Promise<Actor | null> {
  if (typeof tokenId === "string") return signIn.holder(tokenId);
  return admin === (await sha256Hex(signIn.adminToken)) ? ADMIN : null;
}

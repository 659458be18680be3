import { ADMIN, noteFailedTry, type Actor } from "../../http/auth.ts";
import { Problem } from "../../http/problem.ts";
import { sha256Hex } from "../../sha256.ts";
import { isPrivate } from "../origin.ts";
import { ownPath, seeOther, type Page, type Visit } from "../page.ts";
import { begin, END, type Session } from "../session.ts";
import { signInPage } from "./door.tsx";
import { goOnPage, keptIn } from "./go-on.tsx";
import { isLink } from "./link.ts";

type Anybody = Visit<Session | null>;

const UNKNOWN = {
  title: "This token is not known here.",
  words: "It may be from another Tallylight, or its time ended. Nothing was kept.",
};

const USED = {
  title: "This link has been used, or its time is over.",
  words: "Start Tallylight again for a new one, or sign in with the token.",
};

const NOT_KEPT = {
  title: "Your browser did not keep the sign-in.",
  words: "Some, such as Safari, keep none over http, not even on one's own machine: take another browser, or https.",
};

/** Enters that somebody signed in, and by what. */
const noted = async ({ ports, request }: Anybody, actor: Actor, operation: "signIn" | "signInByLink") => {
  const { tokenId, name: tokenName } = actor;
  const address = request.headers.get("cf-connecting-ip");
  const entry = {
    at: ports.audit.wallNow(),
    tokenId,
    tokenName,
    operation,
    subject: null,
    request: null,
    status: 200,
    address,
  };
  await ports.audit.add([entry]).catch((thrown: unknown) => ports.audit.failed(thrown, entry));
};

async function signedIn(visit: Anybody): Promise<Response> {
  const { url, fields, ports } = visit;
  const next = ownPath(fields.text("next"), url);
  const kept = keptIn(visit);
  if (!isPrivate(url, ports.signIn.publicUrl)) return signInPage(visit, { next, kept }, 403);
  const actor = await ports.identify(fields.text("token").trim());
  if (actor === null) {
    noteFailedTry(visit.request);
    return signInPage(visit, { next, kept, trouble: UNKNOWN }, 401);
  }
  await noted(visit, actor, "signIn");
  const { session, cookie } = await begin(actor, fields.text("stay") === "true", ports);
  if (kept === null) return seeOther(`/sign-in?kept=1&next=${encodeURIComponent(next)}`, cookie);
  return goOnPage({ ...visit, session }, kept, cookie);
}

/** Who comes by the link of a start is signed in by it, once; what stays in the address bar says nothing of it. */
export async function enterByLink(visit: Anybody, link: string): Promise<Response> {
  const { ports, request, url } = visit;
  if (request.method === "HEAD" || /prefetch|prerender/.test(request.headers.get("sec-purpose") ?? ""))
    throw new Problem(400, "A link is used by opening it.");
  if (!isPrivate(url, ports.signIn.publicUrl)) return signInPage(visit, { next: "/" }, 403);
  if (!(await isLink(link, ports.signIn.adminToken, visit.now))) {
    noteFailedTry(request);
    return seeOther("/sign-in?link=used");
  }
  // Of two at once one takes the key: the other one's link has been used.
  const key = await sha256Hex(`sign-in link ${link}`);
  const { kind } = await ports.idempotency.begin(key, "link", visit.now);
  if (kind !== "new") return seeOther("/sign-in?link=used");
  await ports.idempotency.finish(key, true);
  await noted(visit, ADMIN, "signInByLink");
  const { cookie } = await begin(ADMIN, true, ports);
  return seeOther("/sign-in?kept=1&next=%2F", cookie);
}

export const signInPages: Page[] = [
  {
    method: "get",
    path: "/sign-in",
    scope: "public",
    async handle(visit) {
      const asked = visit.url.searchParams;
      const next = ownPath(asked.get("next"), visit.url);
      if (asked.has("kept") && visit.session !== null) return seeOther(next);
      const trouble = asked.has("kept") ? NOT_KEPT : asked.get("link") === "used" ? USED : null;
      return signInPage(visit, { next, trouble });
    },
  },
  { method: "post", path: "/sign-in", scope: "public", handle: signedIn },
  { method: "post", path: "/sign-out", scope: "public", handle: async () => seeOther("/sign-in", END) },
];

import { noteFailedTry, withinLimit } from "../../http/auth.ts";
import { isPrivate } from "../origin.ts";
import { page, ownPath, seeOther, type Page, type Port, type Visit } from "../page.ts";
import { begin, endOf, type Session } from "../session.ts";
import { signInPage } from "./door.tsx";
import { enter, enterFailed } from "./entered.ts";
import { goOnPage, keptIn } from "./go-on.tsx";
import { enterByLink } from "./link-page.tsx";

type Anybody<Needs extends Port> = Visit<Needs, Session | null>;

const UNKNOWN = {
  title: "This token isn't valid.",
  words: "It may belong to another Tallylight, or it may have expired.",
};

const USED = {
  title: "This link has been used or has expired.",
  words: "Start Tallylight again for a new one, or sign in with the token.",
};

const NOT_KEPT = {
  title: "Your browser didn't store the sign-in cookie.",
  words:
    "Some browsers, such as Safari, don't store it over http, even on the same computer. Use another browser, or https.",
};

async function signedIn(
  visit: Anybody<"signIn" | "identify" | "writes" | "keep" | "signIns" | "audit">,
): Promise<Response> {
  const { url, fields, ports } = visit;
  const next = ownPath(fields.text("next"), url);
  const kept = keptIn(visit);
  if (!isPrivate(url, ports.signIn.publicUrl)) return signInPage(visit, { next, kept }, 403);
  const actor = await ports.identify(fields.text("token").trim());
  if (actor === null) {
    noteFailedTry(visit.request);
    await enterFailed(visit, "token");
    return signInPage(visit, { next, kept, trouble: UNKNOWN }, 401);
  }
  withinLimit(ports, actor);
  const { session, cookie } = await begin(actor, fields.text("stay") === "true", visit);
  await enter(visit, session, "signIn");
  if (kept === null) return seeOther(`/sign-in?kept=1&next=${encodeURIComponent(next)}`, cookie);
  return goOnPage({ ...visit, session }, kept, cookie);
}

async function signedOut(visit: Anybody<"signIn" | "signIns" | "audit">): Promise<Response> {
  const { session, ports } = visit;
  if (session !== null) {
    await ports.signIns.end(session.id, null);
    await enter(visit, session, "signOut");
  }
  return seeOther("/sign-in", endOf(visit));
}

export const signInPages: Page[] = [
  page({
    method: "get",
    path: "/sign-in",
    scope: "public",
    needs: ["signIn"],
    async handle(visit) {
      const asked = visit.url.searchParams;
      const next = ownPath(asked.get("next"), visit.url);
      if (asked.has("kept") && visit.session !== null) return seeOther(next);
      const trouble = asked.has("kept") ? NOT_KEPT : asked.get("link") === "used" ? USED : null;
      return signInPage(visit, { next, trouble });
    },
  }),
  page({
    method: "post",
    path: "/sign-in",
    scope: "public",
    needs: ["signIn", "identify", "writes", "keep", "signIns", "audit"],
    handle: signedIn,
  }),
  page({
    method: "post",
    path: "/sign-in/link",
    scope: "public",
    needs: ["keep", "signIns", "idempotency", "audit", "signIn"],
    handle: enterByLink,
  }),
  page({
    method: "post",
    path: "/sign-out",
    scope: "public",
    needs: ["signIn", "signIns", "audit"],
    handle: signedOut,
  }),
];

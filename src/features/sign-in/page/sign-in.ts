import { noteFailedTry, withinLimit } from "../../../http/auth.ts";
import { isPrivate } from "../../../ui/origin.ts";
import { ownPath, page, type PageContext, seeOther } from "../../../ui/page.ts";
import { begin, endOf, type Session, type SessionPorts } from "../../../ui/session.ts";
import { marked } from "../../../ui/words/text.ts";
import { signInPage, translated } from "./sign-in-page.tsx";
import { beginZone, enter, enterFailed, type ZonePorts } from "./entered.ts";
import { goOnPage, typedIn } from "./go-on.tsx";
import { ACCESS_LOGOUT } from "./access.ts";
import { enterByLink } from "./link-page.tsx";
import type { SignInPorts } from "../sign-in-store.ts";

type Anybody<Needs> = PageContext<Needs, Session | null>;

const UNKNOWN = {
  title: marked("This token isn't valid."),
  words: marked("It may belong to another Tallylight, or it may have expired."),
};

const USED = {
  title: marked("This link has been used or has expired."),
  words: marked("Ask for a new one, or sign in with your token."),
};

const NOT_STORED = {
  title: marked("Your browser didn't store the sign-in cookie."),
  words: marked(
    "Some browsers, such as Safari, don't store it over http, even on the same computer. Use another browser, or https.",
  ),
};

async function signedIn(context: Anybody<SessionPorts & SignInPorts & ZonePorts>): Promise<Response> {
  const { url, fields, ports } = context;
  const next = ownPath(fields.text("next"), url);
  const typed = typedIn(context);
  if (!isPrivate(url, ports.publicUrl)) return signInPage(context, { next, kept: typed }, 403);
  const actor = await ports.identify(fields.text("token").trim());
  if (actor === null) {
    noteFailedTry(context.request);
    await enterFailed(context, "token");
    return signInPage(context, { next, kept: typed, trouble: translated(UNKNOWN) }, 401);
  }
  withinLimit(ports, actor);
  const { session, cookie } = await begin(actor, fields.text("stay") === "true", context);
  await enter(context, session, "signIn");
  await beginZone(context, actor);
  if (typed === null) return seeOther(`/sign-in?kept=1&next=${encodeURIComponent(next)}`, cookie);
  return goOnPage({ ...context, session }, typed, cookie);
}

async function signedOut(context: Anybody<SignInPorts>): Promise<Response> {
  const { session, ports } = context;
  if (session !== null) {
    await ports.signIns.end(session.id, null);
    await enter(context, session, "signOut");
  }
  return seeOther(session?.email == null ? "/sign-in" : ACCESS_LOGOUT, endOf(context));
}

export const signInPages = [
  page({
    method: "get",
    path: "/sign-in",
    scope: "public",
    async handle(context) {
      const requested = context.url.searchParams;
      const next = ownPath(requested.get("next"), context.url);
      if (requested.has("kept") && context.session !== null) return seeOther(next);
      const problem = requested.has("kept") ? NOT_STORED : requested.get("link") === "used" ? USED : null;
      return signInPage(context, { next, trouble: problem === null ? null : translated(problem) });
    },
  }),
  page({
    method: "post",
    path: "/sign-in",
    scope: "public",
    handle: signedIn,
  }),
  page({
    method: "post",
    path: "/sign-in/link",
    scope: "public",
    handle: enterByLink,
  }),
  page({
    method: "post",
    path: "/sign-out",
    scope: "public",
    handle: signedOut,
  }),
];

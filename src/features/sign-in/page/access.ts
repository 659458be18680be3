import { noteFailedTry } from "../../../http/auth.ts";
import type { AccessRefusal } from "../../../http/access/assertion.ts";
import { isPrivate } from "../../../ui/origin.ts";
import { ownPath, type PageContext } from "../../../ui/page.ts";
import { marked, t } from "../../../ui/words/text.ts";
import { assertionOf, begin, type Session, type SessionPorts } from "../../../ui/session.ts";
import type { TeamPorts } from "../../people/team.ts";
import { beginZone, enter, enterFailed, type ZonePorts } from "./entered.ts";
import { signInPage, translated } from "./sign-in-page.tsx";
import type { SignInPorts } from "../sign-in-store.ts";

type Anybody = PageContext<SessionPorts & SignInPorts & TeamPorts & ZonePorts, Session | null>;

/** Where Cloudflare Access ends its own session. */
export const ACCESS_LOGOUT = "/cdn-cgi/access/logout";

const REFUSED: Record<AccessRefusal, { title: string; words: string }> = {
  invalid: {
    title: marked("Cloudflare Access could not confirm who you are."),
    words: marked("Reload the page. You can also sign in with a token."),
  },
  expired: {
    title: marked("Your Cloudflare Access sign-in has expired."),
    words: marked("Reload the page. You can also sign in with a token."),
  },
  "other-application": {
    title: marked("This Cloudflare Access sign-in is for another application."),
    words: marked(
      "Ask an owner to compare ACCESS_AUD with the application's audience tag. You can also sign in with a token.",
    ),
  },
  "no-email": {
    title: marked("Cloudflare Access gave no email address."),
    words: marked("You can also sign in with a token."),
  },
  unreachable: {
    title: marked("Cloudflare Access can't be reached to check who you are, so nobody is let in."),
    words: marked("Try again in a minute. You can also sign in with a token."),
  },
};

/**
 * Signs in the person that Cloudflare Access confirms. Returns the session with its cookie, or the page that says why
 * not; null for a request without an assertion, or without Access in the configuration.
 */
export async function enterByAccess(context: Anybody): Promise<{ session: Session; cookie: string } | Response | null> {
  const { ports, request, url } = context;
  const { access } = ports.signIn;
  const assertion = assertionOf(request);
  if (access === null || assertion === null || !isPrivate(url, ports.publicUrl)) return null;
  const next = ownPath(url.pathname + url.search, url);
  const refused = async (trouble: { title: string; words: string }) => {
    noteFailedTry(request);
    await enterFailed(context, "access");
    return signInPage(context, { next, trouble }, 403);
  };
  const found = await access.email(assertion);
  if (!found.ok) return refused(translated(REFUSED[found.error]));
  const email = found.value;
  const actor = await access.actor(email);
  if (actor === null)
    return refused({
      title: t("Nobody here has the address {email}.", { email }),
      words: t("Ask an owner of this Tallylight to add it under People and access."),
    });
  const entered = await begin(actor, false, context, email);
  await enter(context, entered.session, "signInByAccess");
  await beginZone(context, actor);
  const { timezone } = await ports.team.read();
  return { ...entered, session: { ...entered.session, timezone } };
}

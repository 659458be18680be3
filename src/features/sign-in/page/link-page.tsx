import { ADMIN, noteFailedTry } from "../../../http/auth.ts";
import { sha256Hex } from "../../../core/sha256.ts";
import { isPrivate } from "../../../ui/origin.ts";
import { type PageContext, seeOther } from "../../../ui/page.ts";
import { Button, Form } from "../../../ui/parts/form.tsx";
import { begin, type Session, type SessionPorts } from "../../../ui/session.ts";
import { showAlone } from "../../../ui/show.tsx";
import { signInPage } from "./sign-in-page.tsx";
import { beginZone, enter, enterFailed, type ZonePorts } from "./entered.ts";
import { isInvitation } from "../../people/invite.ts";
import { acceptInvitation, invitationPage, LINK, USED } from "./invitation.tsx";
import { isLink } from "./link.ts";
import { t } from "../../../ui/words/text.ts";
import { Top } from "../../../ui/parts/top.tsx";
import type { SignInPorts } from "../sign-in-store.ts";

type Anybody = PageContext<SessionPorts & SignInPorts, Session | null>;

const keyOf = (link: string): Promise<string> => sha256Hex(`sign-in link ${link}`);

/** Explains a sign-in link. Only its button redeems it, because chat previews and mail scanners open links. */
export async function linkPage(context: Anybody, link: string): Promise<Response> {
  const { ports, request, url, now } = context;
  if (!isPrivate(url, ports.publicUrl)) return signInPage(context, { next: "/" }, 403);
  if (isInvitation(link)) return invitationPage(context, link);
  if (!(await isLink(link, ports.signIn.adminToken, now))) {
    noteFailedTry(request);
    return seeOther(USED);
  }
  const { kind } = await ports.idempotency.look(await keyOf(link), LINK, now);
  if (kind !== "new") return seeOther(USED);
  return showAlone(
    context,
    t("Sign in"),
    <>
      <Top
        title={t("Sign in to Tallylight")}
        text={t("This link signs you in as the owner, on this device, for 30 days.")}
      />
      <Form action="/sign-in/link" class="card">
        <input type="hidden" name={LINK} value={link} />
        <Button look="main" busy={t("Signing in…")}>
          {t("Sign in")}
        </Button>
        <p class="small soft">{t("The link works once. If you didn't start Tallylight yourself, close this page.")}</p>
      </Form>
    </>,
  );
}

/** Redeems a sign-in link, once. */
export async function enterByLink(context: Anybody & PageContext<ZonePorts, Session | null>): Promise<Response> {
  const { ports, request, url, fields, now } = context;
  if (!isPrivate(url, ports.publicUrl)) return signInPage(context, { next: "/" }, 403);
  const link = fields.text(LINK);
  if (isInvitation(link)) return acceptInvitation(context, link);
  if (!(await isLink(link, ports.signIn.adminToken, now))) {
    noteFailedTry(request);
    await enterFailed(context, "link");
    return seeOther(USED);
  }
  // Of two concurrent requests, only one gets the key; for the other, the link has been used.
  const key = await keyOf(link);
  const { kind } = await ports.idempotency.begin(key, LINK, now);
  if (kind !== "new") {
    await enterFailed(context, "link");
    return seeOther(USED);
  }
  await ports.idempotency.finish(key, true);
  const { session, cookie } = await begin(ADMIN, true, context);
  await enter(context, session, "signInByLink");
  await beginZone(context, ADMIN);
  return seeOther("/sign-in?kept=1&next=%2F", cookie);
}

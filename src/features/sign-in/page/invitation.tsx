import { noteFailedTry } from "../../../http/auth.ts";
import { seeOther, type PageContext } from "../../../ui/page.ts";
import { Button, ButtonLink, Form } from "../../../ui/parts/form.tsx";
import { Fold } from "../../../ui/parts/pieces.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { begin, type Session, type SessionPorts } from "../../../ui/session.ts";
import { showAlone } from "../../../ui/show.tsx";
import { plural, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import { ROLES } from "../../people/page/role.tsx";
import { enter, enterFailed } from "./entered.ts";
import { Top } from "../../../ui/parts/top.tsx";
import type { SignInPorts } from "../sign-in-store.ts";

type Anybody = PageContext<SessionPorts & SignInPorts, Session | null>;

/** The field with the secret of a link. */
export const LINK = "link";

/** The page for a link that is no longer valid. */
export const USED = "/sign-in?link=used";

/**
 * Shows an invitation with a button. Opening it does not redeem it, because chat previews and mail scanners open links.
 */
export async function invitationPage(context: Anybody, secret: string): Promise<Response> {
  const invited = await context.ports.signIn.invited(secret);
  if (invited === null) {
    noteFailedTry(context.request);
    return seeOther(USED);
  }
  const lists = invited.watchlistIds?.length ?? 0;
  const { name, may } = ROLES[invited.scopes.at(-1) ?? "read"];
  const sees =
    lists === 0 ? `${t(name)}: ${t(may)}` : plural(lists, "You will see one list.", "You will see {n} lists.");
  return showAlone(
    context,
    t("Invitation"),
    <>
      <Top title={t("You are invited to Tallylight")} text={`${t("This link signs you in on this device.")} ${sees}`} />
      <Form action="/sign-in/link" class="card">
        <input type="hidden" name={LINK} value={secret} />
        <p>
          <T of="Invited: {name}" name={<Name of={invited.name} />} />
        </p>
        <Button look="main" busy={t("Signing in…")}>
          {t("Accept")}
        </Button>
        <p class="small soft">{t("The link works once.")}</p>
      </Form>
    </>,
  );
}

/** Redeems an invitation: signs in, and shows once the token for signing in on other devices. */
export async function acceptInvitation(context: Anybody, secret: string): Promise<Response> {
  const accepted = await context.ports.signIn.accept(secret);
  if (accepted === null) {
    noteFailedTry(context.request);
    await enterFailed(context, "link");
    return seeOther(USED);
  }
  const { session, cookie } = await begin(accepted.actor, true, context);
  await enter(context, session, "signInByLink");
  const answer = showAlone(
    { ...context, session },
    t("Welcome"),
    <>
      <Top title={t("You are signed in")} text={t("This device stays signed in for 30 days.")} />
      <div class="card pad flow">
        <ButtonLink href="/" look="main">
          {t("Continue")}
        </ButtonLink>
        <Fold title={t("Sign in on another device")} class="small soft">
          <p>
            <label for="own-token">{t("Use this token there. It is shown only now.")}</label>
          </p>
          <p>
            <input
              id="own-token"
              class="in"
              type="text"
              readonly
              value={accepted.tokenSecret}
              data-copy
              autocomplete="off"
            />
          </p>
        </Fold>
      </div>
    </>,
  );
  answer.headers.append("set-cookie", cookie);
  return answer;
}

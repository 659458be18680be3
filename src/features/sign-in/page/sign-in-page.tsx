import type { Child } from "hono/jsx";
import type { PageContext } from "../../../ui/page.ts";
import { isPrivate } from "../../../ui/origin.ts";
import { Button } from "../../../ui/parts/form.tsx";
import { Fold, Note } from "../../../ui/parts/pieces.tsx";
import type { Session } from "../../../ui/session.ts";
import { showAlone } from "../../../ui/show.tsx";
import { t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import { Top } from "../../../ui/parts/top.tsx";

/** A form that was sent after the session had ended; it is offered again after signing in. */
export interface Typed {
  path: string;
  fields: [string, string][];
}

interface SignInState {
  /** The page to go to after signing in. */
  next: string;
  kept?: Typed | null;
  trouble?: { title: string; words: string } | null;
}

/** Returns a trouble that was marked for translation in the language of the page. */
export const translated = ({ title, words }: { title: string; words: string }) => ({
  title: t(title),
  words: t(words),
});

export const TYPED_PATH = "kept path";
export const TYPED_FIELDS = "kept fields";

/** The sign-in page. It reveals nothing about the content behind it. */
export const signInPage = (
  context: PageContext<unknown, Session | null>,
  requested: SignInState,
  status = 200,
): Response =>
  showAlone(
    context,
    t("Sign in"),
    <SignIn
      asked={requested}
      open={isPrivate(context.url, context.ports.publicUrl)}
      isDeployed={context.ports.isDeployed}
    />,
    status,
  );

const bold = (text: Child) => <b>{text}</b>;

const SignIn = ({
  asked: { next, kept: stored = null, trouble = null },
  open,
  isDeployed,
}: {
  asked: SignInState;
  open: boolean;
  isDeployed: boolean;
}) => (
  <>
    <Top title="Tallylight" text={t("Sign in to see who is live")} />
    {open ? (
      <form class="card" method="post" action="/sign-in">
        {trouble === null ? null : (
          <Note tone="hand" alert>
            <p>
              <b>{trouble.title}</b> {trouble.words}
            </p>
          </Note>
        )}
        {stored === null ? null : (
          <Note tone="info">
            <p>
              <T of="<b>You were signed out.</b> What you typed is saved. Sign in to continue." b={bold} />
            </p>
          </Note>
        )}
        <input type="hidden" name="next" value={next} />
        {stored === null ? null : (
          <>
            <input type="hidden" name={TYPED_PATH} value={stored.path} />
            <input type="hidden" name={TYPED_FIELDS} value={JSON.stringify(stored.fields)} />
          </>
        )}
        <div class="field">
          <label for="token">{t("Your token")}</label>
          <input
            class="in"
            id="token"
            name="token"
            type="password"
            autocomplete="current-password"
            required
            {...(trouble === null ? {} : { "aria-invalid": "true" })}
          />
        </div>
        <label class="switch small">
          <input type="checkbox" role="switch" name="stay" value="true" checked />
          {t("Stay signed in on this device for 30 days")}
        </label>
        <Button look="main" busy={t("Signing in…")}>
          {t("Sign in")}
        </Button>
        <p class="small soft">{t("Were you invited? Open the link you got, or ask for a new one.")}</p>
        <Fold title={t("Where do I find it?")} class="small soft">
          <p>
            {isDeployed ? (
              <T
                of="If you run it yourself, it is the {secret} that you chose for the Worker. To choose another one: {command}"
                secret={<span class="mono">ADMIN_TOKEN</span>}
                command={<span class="mono">npx wrangler secret put ADMIN_TOKEN</span>}
              />
            ) : (
              <T
                of="If you run it yourself: {command} printed a token and a one-time sign-in link. Start it again for a new link."
                command={<span class="mono">npm start</span>}
              />
            )}
          </p>
        </Fold>
      </form>
    ) : (
      <Note tone="hand" alert>
        <p>
          <T
            of="<b>This connection is not encrypted.</b> Others could read your token, so you can only sign in over https or on the server itself (127.0.0.1). If an https proxy is in front, set PUBLIC_URL to its https address."
            b={bold}
          />
        </p>
      </Note>
    )}
  </>
);

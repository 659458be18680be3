import type { PageContext } from "../page.ts";
import { isPrivate } from "../origin.ts";
import { Button } from "../parts/form.tsx";
import { Fold, Note } from "../parts/pieces.tsx";
import type { Session } from "../session.ts";
import { showAlone } from "../show.tsx";
import { Top } from "./top.tsx";

/** What a form had when nobody was signed in any more: it is sent anew once somebody is. */
export interface Typed {
  path: string;
  fields: [string, string][];
}

interface Asked {
  /** Where to go on. */
  next: string;
  kept?: Typed | null;
  trouble?: { title: string; words: string } | null;
}

export const TYPED_PATH = "kept path";
export const TYPED_FIELDS = "kept fields";

/** The page that asks who it is; it tells nothing of what is inside. */
export const signInPage = (context: PageContext<"publicUrl", Session | null>, asked: Asked, status = 200): Response =>
  showAlone(
    context,
    "Sign in",
    <SignIn asked={asked} open={isPrivate(context.url, context.ports.publicUrl)} />,
    status,
  );

const SignIn = ({ asked: { next, kept: stored = null, trouble = null }, open }: { asked: Asked; open: boolean }) => (
  <>
    <Top title="Tallylight" text="Sign in to see who is live" />
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
              <b>You were signed out.</b> What you typed is saved. Sign in to continue.
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
          <label for="token">Your token</label>
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
          Stay signed in on this device for 30 days
        </label>
        <Button look="main" busy="Signing in…">
          Sign in
        </Button>
        <Fold title="Where do I find it?" class="small soft">
          <p>Ask the owner of this Tallylight to create one for you.</p>
          <p>
            If you run it yourself: <span class="mono">npm start</span> printed a token and a one-time sign-in link.
            Start it again for a new link.
          </p>
        </Fold>
      </form>
    ) : (
      <Note tone="hand" alert>
        <p>
          <b>This connection is not encrypted.</b> Others could read your token, so you can only sign in over https or
          on the server itself (127.0.0.1). If an https proxy is in front, set PUBLIC_URL to its https address.
        </p>
      </Note>
    )}
  </>
);

import type { Visit } from "../page.ts";
import { isPrivate } from "../origin.ts";
import { Button } from "../parts/form.tsx";
import { Icon } from "../parts/icon.tsx";
import { Note } from "../parts/pieces.tsx";
import type { Session } from "../session.ts";
import { showAlone } from "../show.tsx";

/** What a form had when nobody was signed in any more: it is sent anew once somebody is. */
export interface Stored {
  path: string;
  fields: [string, string][];
}

interface Asked {
  /** Where to go on. */
  next: string;
  kept?: Stored | null;
  trouble?: { title: string; words: string } | null;
}

export const STORED_PATH = "kept path";
export const STORED_FIELDS = "kept fields";

/** The page that asks who it is; it tells nothing of what is inside. */
export const signInPage = (context: Visit<"signIn", Session | null>, asked: Asked, status = 200): Response =>
  showAlone(
    context,
    "Sign in",
    <SignIn asked={asked} open={isPrivate(context.url, context.ports.signIn.publicUrl)} />,
    status,
  );

const SignIn = ({ asked: { next, kept: stored = null, trouble = null }, open }: { asked: Asked; open: boolean }) => (
  <>
    <div class="top">
      <span class="lamp" aria-hidden="true"></span>
      <h1>Tallylight</h1>
      <p class="soft">Sign in to see who is live</p>
    </div>
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
            <input type="hidden" name={STORED_PATH} value={stored.path} />
            <input type="hidden" name={STORED_FIELDS} value={JSON.stringify(stored.fields)} />
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
        <details class="small soft">
          <summary>
            <Icon name="right" small />
            Where do I find it?
          </summary>
          <p>Ask the owner of this Tallylight to create one for you.</p>
          <p>
            If you run it yourself: <span class="mono">npm start</span> printed a token and a one-time sign-in link.
            Start it again for a new link.
          </p>
        </details>
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

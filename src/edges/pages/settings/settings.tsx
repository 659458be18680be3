import type { Child } from "hono/jsx";
import type { Scope } from "../../../resources/tokens/scopes.ts";
import { TERMS_PATH } from "../assets.ts";
import { page, type Page, type PageContext } from "../page.ts";
import { Allowed, ButtonLink } from "../parts/form.tsx";
import { Name } from "../parts/name.tsx";
import { show } from "../show.tsx";
import { keyPages, sealingKeys } from "./sealing-keys.tsx";
import { signedIn, signedInPages } from "./signed-in.tsx";
import { Head } from "../shapes/head.tsx";
import { Act } from "../parts/act.tsx";

const MAY: Record<Scope, string> = {
  read: "You can view everything, but change nothing.",
  write: "You can view everything, and change who is watched and where alerts go.",
  admin: "You can do everything, including managing other people's tokens.",
};

const Settings = ({ visit: { session, zone }, signIns, keys }: { visit: PageContext; signIns: Child; keys: Child }) => (
  <>
    <Head title="Settings">
      Times are in {zone === "UTC" ? "UTC, because your browser didn't report a time zone" : zone}.
    </Head>
    <div class="stack">
      <section class="card pad flow" aria-labelledby="who">
        <h2 id="who">
          {session.actor.tokenId === null ? (
            "Signed in as owner"
          ) : (
            <>
              Signed in with <Name of={session.actor.name} />
            </>
          )}
        </h2>
        <p class="soft">{MAY[session.actor.scope]}</p>
        <Act action="/sign-out">Sign out</Act>
      </section>
      <Allowed scope="admin">
        <section class="card pad flow" aria-labelledby="people">
          <h2 id="people">People and access</h2>
          <p class="soft">Invite someone, choose what they can see, or remove them.</p>
          <p class="line">
            <ButtonLink href="/people">Manage people</ButtonLink>
          </p>
        </section>
      </Allowed>
      {signIns}
      {keys}
      <section class="card pad flow" aria-labelledby="asked">
        <h2 id="asked">Data service</h2>
        <p class="soft">Its address, its account, and the value that means live.</p>
        <p class="line">
          <ButtonLink href="/first-steps/service">Change</ButtonLink>
          <ButtonLink href="/plan">Capacity planner</ButtonLink>
        </p>
      </section>
      <section class="card pad flow" aria-labelledby="hands">
        <h2 id="hands">Keyboard shortcuts</h2>
        <p class="soft">Move around and select with the keyboard. You can turn shortcuts off in this browser.</p>
        <p class="line">
          <ButtonLink href="/keys" icon="keys">
            Show shortcuts
          </ButtonLink>
        </p>
      </section>
      <section class="card pad flow" aria-labelledby="program">
        <h2 id="program">For developers</h2>
        <p class="soft">Everything on these pages is also available through the API.</p>
        <p class="line">
          <ButtonLink href="/docs" icon="open">
            Open the API reference
          </ButtonLink>
          <ButtonLink href={TERMS_PATH}>Third-party licenses</ButtonLink>
        </p>
      </section>
    </div>
  </>
);

export const settingsPages: Page[] = [
  page({
    method: "get",
    path: "/settings",
    scope: "read",
    needs: ["signIns", "keys"],
    async handle(context) {
      const body = <Settings visit={context} signIns={await signedIn(context)} keys={await sealingKeys(context)} />;
      return show(context, { title: "Settings", path: "/settings", body });
    },
  }),
  ...signedInPages,
  ...keyPages,
];

import type { Child } from "hono/jsx";
import type { Scope } from "../../../resources/tokens/scopes.ts";
import { TERMS_PATH } from "../assets.ts";
import type { Page, Visit } from "../page.ts";
import { Button, ButtonLink, Form } from "../parts/form.tsx";
import { Name } from "../parts/name.tsx";
import { show } from "../show.tsx";
import { keyPages, sealingKeys } from "./sealing-keys.tsx";
import { signedIn, signedInPages } from "./signed-in.tsx";

const MAY: Record<Scope, string> = {
  read: "You can look at everything and change nothing.",
  write: "You can look at everything, and change who is watched and where it is told.",
  admin: "You can do everything, tokens of others included.",
};

const Settings = ({ visit: { session, zone }, signIns, keys }: { visit: Visit; signIns: Child; keys: Child }) => (
  <>
    <div class="head">
      <div>
        <h1>Settings</h1>
        <p>Times are in {zone === "UTC" ? "UTC, for your browser does not say where you are" : zone}.</p>
      </div>
    </div>
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
        <Form action="/sign-out">
          <Button>Sign out</Button>
        </Form>
      </section>
      {signIns}
      {keys}
      <section class="card pad flow" aria-labelledby="asked">
        <h2 id="asked">The service that is asked</h2>
        <p class="soft">Its address, its account and what in its answers says who is live stand in the first steps.</p>
        <p class="line">
          <ButtonLink href="/first-steps/service">Change</ButtonLink>
          <ButtonLink href="/plan">What if there were more?</ButtonLink>
        </p>
      </section>
      <section class="card pad flow" aria-labelledby="hands">
        <h2 id="hands">Keyboard</h2>
        <p class="soft">Every page has keys to go and to choose with; they can be turned off in this browser.</p>
        <p class="line">
          <ButtonLink href="/keys" icon="keys">
            See the keys
          </ButtonLink>
        </p>
      </section>
      <section class="card pad flow" aria-labelledby="program">
        <h2 id="program">For developers</h2>
        <p class="soft">All that the pages show and do, programs can do too.</p>
        <p class="line">
          <ButtonLink href="/docs" icon="open">
            Read and try the API
          </ButtonLink>
          <ButtonLink href={TERMS_PATH}>Third-party licenses</ButtonLink>
        </p>
      </section>
    </div>
  </>
);

export const settingsPages: Page[] = [
  {
    method: "get",
    path: "/settings",
    scope: "read",
    async handle(visit) {
      const body = <Settings visit={visit} signIns={await signedIn(visit)} keys={await sealingKeys(visit)} />;
      return show(visit, { title: "Settings", path: "/settings", body });
    },
  },
  ...signedInPages,
  ...keyPages,
];

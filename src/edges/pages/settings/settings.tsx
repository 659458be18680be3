import { SETTINGS } from "../nav.ts";
import type { Child } from "hono/jsx";
import { VERSION } from "../../../core/version.ts";
import type { Scope } from "../../../resources/tokens/scopes.ts";
import { TERMS_PATH } from "../assets.ts";
import { formsAt, pageAt, type Page, type PageContext } from "../page.ts";
import { Allowed, ButtonLink } from "../parts/form.tsx";
import { Name } from "../parts/name.tsx";
import { show } from "../show.tsx";
import { keyPages, sealingKeys } from "./sealing-keys.tsx";
import { signedIn, signedInPages } from "./signed-in.tsx";
import { Head } from "../shapes/head.tsx";
import { BackupCard, backupPages } from "./backup.tsx";
import { savedZone, ZoneCard, ZoneLine, type TypedZone } from "./zone.tsx";
import { Act } from "../parts/act.tsx";

const MAY: Record<Scope, string> = {
  read: "Viewer: you can view everything, but change nothing.",
  write: "Editor: you can view everything, and change who is watched and where alerts go.",
  admin: "Owner: you can do everything, including managing other people's access.",
};

interface SettingsProps {
  visit: PageContext;
  typed: TypedZone | null;
  signIns: Child;
  keys: Child;
}

const Settings = ({ visit: { session }, typed, signIns, keys }: SettingsProps) => (
  <>
    <Head title="Settings">
      <ZoneLine />
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
      <ZoneCard typed={typed} />
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
      <BackupCard />
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
        <p class="soft">Everything on these pages is also available through the API. This is Tallylight {VERSION}.</p>
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

async function settingsPage(context: PageContext<"signIns" | "keys">, typed: TypedZone | null = null) {
  const [signIns, keys] = [await signedIn(context), await sealingKeys(context)];
  const body = <Settings visit={context} typed={typed} signIns={signIns} keys={keys} />;
  return show(context, { title: "Settings", path: SETTINGS, status: typed === null ? 200 : 422, body });
}

const form = formsAt(SETTINGS, "admin");

export const settingsPages: Page[] = [
  pageAt(SETTINGS, ["signIns", "keys"], (context) => settingsPage(context)),
  form("/time-zone", "setSettings", ["signIns", "keys", "team"], async (context) => {
    const saved = await savedZone(context);
    return saved instanceof Response ? saved : settingsPage(context, saved);
  }),
  ...signedInPages,
  ...keyPages,
  ...backupPages,
];

import { SETTINGS } from "../../../ui/nav.ts";
import type { Child } from "hono/jsx";
import { VERSION } from "../../../core/version.ts";
import type { Scope } from "../../people/resource/scopes.ts";
import { TERMS_PATH } from "../../../ui/assets.ts";
import { formsAt, pageAt, type Page, type PageContext } from "../../../ui/page.ts";
import { Allowed, ButtonLink } from "../../../ui/parts/form.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { show } from "../../../ui/show.tsx";
import { keyPages, sealingKeys } from "./sealing-keys.tsx";
import { signedIn, signedInPages } from "./signed-in.tsx";
import { Head } from "../../../ui/shapes/head.tsx";
import { BackupCard, backupPages } from "./backup.tsx";
import { savedZone, ZoneCard, ZoneLine, type TypedZone } from "./zone.tsx";
import { Act } from "../../../ui/parts/act.tsx";
import { marked, meant, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import { LanguageCard, languagePages } from "./language.tsx";

const MAY: Record<Scope, string> = {
  read: marked("Viewer: you can view everything, but change nothing."),
  write: marked("Editor: you can view everything, and change who is watched and where alerts go."),
  admin: marked("Owner: you can do everything, including managing other people's access."),
};

interface SettingsProps {
  visit: PageContext;
  typed: TypedZone | null;
  signIns: Child;
  keys: Child;
}

const Settings = ({ visit: { session, request }, typed, signIns, keys }: SettingsProps) => (
  <>
    <Head title={t("Settings")}>
      <ZoneLine />
    </Head>
    <div class="stack">
      <section class="card pad flow" aria-labelledby="who">
        <h2 id="who">
          {session.actor.tokenId === null ? (
            t("Signed in as owner")
          ) : (
            <T of="Signed in with {name}" name={<Name of={session.actor.name} />} />
          )}
        </h2>
        <p class="soft">{t(MAY[session.actor.scope])}</p>
        <Act action="/sign-out">{t("Sign out")}</Act>
      </section>
      <LanguageCard request={request} />
      <ZoneCard typed={typed} />
      <Allowed scope="admin">
        <section class="card pad flow" aria-labelledby="people">
          <h2 id="people">{t("People and access")}</h2>
          <p class="soft">{t("Invite someone, choose what they can see, or remove them.")}</p>
          <p class="line">
            <ButtonLink href="/people">{t("Manage people")}</ButtonLink>
          </p>
        </section>
      </Allowed>
      {signIns}
      <BackupCard />
      {keys}
      <section class="card pad flow" aria-labelledby="asked">
        <h2 id="asked">{t("Data service")}</h2>
        <p class="soft">{t("Its address, its account, and the value that means live.")}</p>
        <p class="line">
          <ButtonLink href="/first-steps/service">{meant("button", "Change")}</ButtonLink>
          <ButtonLink href="/plan">{t("Capacity planner")}</ButtonLink>
        </p>
      </section>
      <section class="card pad flow" aria-labelledby="hands">
        <h2 id="hands">{t("Keyboard shortcuts")}</h2>
        <p class="soft">{t("Move around and select with the keyboard. You can turn shortcuts off in this browser.")}</p>
        <p class="line">
          <ButtonLink href="/keys" icon="keys">
            {t("Show shortcuts")}
          </ButtonLink>
        </p>
      </section>
      <section class="card pad flow" aria-labelledby="program">
        <h2 id="program">{t("For developers")}</h2>
        <p class="soft">
          {t("Everything on these pages is also available through the API. This is Tallylight {version}.", {
            version: VERSION,
          })}
        </p>
        <p class="line">
          <ButtonLink href="/docs" icon="open">
            {t("Open the API reference")}
          </ButtonLink>
          <ButtonLink href={TERMS_PATH}>{t("Third-party licenses")}</ButtonLink>
        </p>
      </section>
    </div>
  </>
);

async function settingsPage(context: PageContext<"signIns" | "keys">, typed: TypedZone | null = null) {
  const [signIns, keys] = [await signedIn(context), await sealingKeys(context)];
  const body = <Settings visit={context} typed={typed} signIns={signIns} keys={keys} />;
  return show(context, { title: t("Settings"), path: SETTINGS, status: typed === null ? 200 : 422, body });
}

const form = formsAt(SETTINGS, "admin");

export const settingsPages: Page[] = [
  pageAt(SETTINGS, ["signIns", "keys"], (context) => settingsPage(context)),
  form("/time-zone", "setSettings", ["signIns", "keys", "team"], async (context) => {
    const saved = await savedZone(context);
    return saved instanceof Response ? saved : settingsPage(context, saved);
  }),
  ...languagePages,
  ...signedInPages,
  ...keyPages,
  ...backupPages,
];

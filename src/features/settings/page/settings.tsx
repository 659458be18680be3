import type { BackupPorts } from "../../backup/backup.ts";
import { type Language, LANGUAGES } from "../../../core/language.ts";
import { lazy } from "../../../core/lazy.ts";
import { enterAll } from "../../../http/merged-audit.ts";
import { Problem } from "../../../http/problem.ts";
import { choiceOf } from "../../../ui/forms/controls.ts";
import { chosenLanguage, isLanguage, languageCookie, ownNameOf, translationInto } from "../../../ui/language.ts";
import { CHATS, HOOKS, SETTINGS } from "../../../ui/nav.ts";
import type { Child } from "hono/jsx";
import { VERSION } from "../../../core/version.ts";
import { addressOf } from "../../../ui/session.ts";
import { backupAnswer } from "../../backup/backup-answer.ts";
import type { Scope } from "../../people/resource/scopes.ts";
import { TERMS_PATH } from "../../../ui/assets.ts";
import { backTo, formsAt, page, pageAt, type PageContext } from "../../../ui/page.ts";
import { Allowed, Button, ButtonLink, Field, Form } from "../../../ui/parts/form.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { show } from "../../../ui/show.tsx";
import { keyPages, sealingKeys } from "./sealing-keys.tsx";
import { signedIn, signedInPages } from "./signed-in.tsx";
import { Head } from "../../../ui/shapes/head.tsx";
import { savedTeam, TeamCard, type TypedTeam, ZoneLine } from "./team.tsx";
import { Act } from "../../../ui/parts/act.tsx";
import { marked, meant, speaking, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import type { SignInPorts } from "../../sign-in/sign-in-store.ts";
import type { TeamPorts } from "../../people/team.ts";
import type { SealingPorts } from "../routes.ts";

const MAY: Record<Scope, string> = {
  read: marked("Viewer: you can view everything, but change nothing."),
  write: marked("Editor: you can view everything, and change who is watched and where alerts go."),
  admin: marked("Owner: you can do everything, including managing other people's access."),
};

interface SettingsProps {
  visit: PageContext;
  team: Child;
  signIns: Child;
  keys: Child;
}

const FILE = "/settings/backup";

interface RowProps {
  id: string;
  title: string;
  about: Child;
  /** What it leads to. */
  children: Child;
}

/** A setting with a page of its own, or a single action. */
const Row = ({ id, title, about, children }: RowProps) => (
  <li class="used came">
    <div>
      <h3 id={id}>{title}</h3>
      <p class="small soft">{about}</p>
    </div>
    <div class="line">{children}</div>
  </li>
);

const Group = ({ id, title, children }: { id: string; title: string; children: Child }) => (
  <section class="card" aria-labelledby={id}>
    <div class="cap">
      <h2 id={id}>{title}</h2>
    </div>
    {children}
  </section>
);

/** Offers the backup, for admins. */
const BackupRow = () => (
  <Allowed scope="admin">
    <Row
      id="backup"
      title={t("Backup")}
      about={
        <T
          of="All your data in one file. Channel settings in it stay encrypted, so keep your encryption keys too: they are not in the file. Restore it with {command}."
          command={<span class="mono">npm run restore</span>}
        />
      }
    >
      <ButtonLink href={FILE} icon="file">
        {t("Download backup")}
      </ButtonLink>
    </Row>
  </Allowed>
);

const backupPages = [
  pageAt<BackupPorts>(
    FILE,
    async ({ ports, session: { actor }, request, now }) => {
      const answer = await backupAnswer(ports.backup, now);
      const { tokenId, name: tokenName } = actor;
      const at = ports.audit.wallNow();
      const what = { operation: "downloadBackup", subject: null, request: null, status: 200 };
      await enterAll(ports.audit, [{ at, tokenId, tokenName, ...what, address: addressOf(request) }]);
      return answer;
    },
    "admin",
  ),
];

const CHOSEN = "language";

/** The languages by their own names, which are the same on every page. */
const ownNames = lazy(() => Object.fromEntries(LANGUAGES.map((one) => [one, ownNameOf(one)])));

/** The language of the pages in this browser. */
const LanguageForm = ({ request }: { request: Request }) => (
  <Form action={`${SETTINGS}/language`} class="pad flow">
    <Field
      pointer={CHOSEN}
      id="own-language"
      label={t("Language of these pages")}
      value={chosenLanguage(request) ?? ""}
      {...choiceOf({ "": t("Same as my browser"), ...ownNames() })}
      hint={t("Only in this browser.")}
    />
    <p class="line">
      <Button>{t("Save")}</Button>
    </p>
  </Form>
);

/** Keeps the language in a cookie, and leads back with a message in that language. */
async function chosen(context: PageContext): Promise<Response> {
  const typed = context.fields.text(CHOSEN);
  if (typed !== "" && !isLanguage(typed)) throw new Problem(422, t("Choose one of the languages."));
  const wanted: Language | null = typed === "" ? null : typed;
  const translation = await translationInto(wanted, context.request, context.ports);
  const text = speaking(translation, () =>
    wanted === null ? t("The language is that of your browser") : t("Language set to {language}", reported(wanted)),
  );
  const response = await backTo(SETTINGS, { text }, context);
  response.headers.append("set-cookie", languageCookie(wanted));
  return response;
}

const reported = (wanted: Language) => ({ language: ownNames()[wanted] ?? wanted });

const languagePages = [
  page({
    method: "post",
    path: `${SETTINGS}/language`,
    scope: "read",
    operation: "chooseLanguage",
    audited: false,
    handle: chosen,
  }),
];

const Settings = ({ visit: { session, request }, team, signIns, keys }: SettingsProps) => (
  <>
    <Head title={t("Settings")}>
      <ZoneLine />
    </Head>
    <div class="stack narrow-fields">
      {team}
      <Group id="access" title={t("People and programs")}>
        <ul class="rows tight">
          <Allowed scope="admin">
            <Row
              id="people"
              title={t("People and access")}
              about={t("Invite someone, choose what they can see, or remove them.")}
            >
              <ButtonLink href="/people">{t("Manage people")}</ButtonLink>
            </Row>
            <Row
              id="chats"
              title={t("Chats")}
              about={t("People ask who is live, watch and snooze without leaving their chat.")}
            >
              <ButtonLink href={CHATS}>{t("Manage chats")}</ButtonLink>
            </Row>
          </Allowed>
          <Row
            id="hooks"
            title={t("Instant checks")}
            about={t("Does a bot of yours know first who goes live? It can ask for a check at once.")}
          >
            <ButtonLink href={HOOKS}>{t("Manage addresses")}</ButtonLink>
          </Row>
          <Row
            id="program"
            title={t("For developers")}
            about={
              <>
                {t("Everything on these pages is also available through the API. This is Tallylight {version}.", {
                  version: VERSION,
                })}{" "}
                <a href={TERMS_PATH}>{t("Third-party licenses")}</a>
              </>
            }
          >
            <ButtonLink href="/docs" icon="open">
              {t("Open the API reference")}
            </ButtonLink>
          </Row>
        </ul>
      </Group>
      <Group id="data" title={t("Your data")}>
        <ul class="rows tight">
          <Row
            id="asked"
            title={t("Data service")}
            about={t("Its address, its account, the value that means live, and how many calls it allows.")}
          >
            <ButtonLink href="/first-steps/service">{meant("button", "Change")}</ButtonLink>
          </Row>
          <BackupRow />
        </ul>
        {keys}
      </Group>
      <Group id="own" title={t("You")}>
        <ul class="rows tight">
          <Row
            id="who"
            title={
              session.actor.tokenId === null
                ? t("Signed in as owner")
                : t("Signed in with {name}", { name: displayedName(session.actor.name) })
            }
            about={t(MAY[session.actor.scope])}
          >
            <Act action="/sign-out">{t("Sign out")}</Act>
          </Row>
          <Row
            id="hands"
            title={t("Keyboard shortcuts")}
            about={t("Move around and select with the keyboard. You can turn shortcuts off in this browser.")}
          >
            <ButtonLink href="/keys" icon="keys">
              {t("Show shortcuts")}
            </ButtonLink>
          </Row>
        </ul>
        {signIns}
        <LanguageForm request={request} />
      </Group>
    </div>
  </>
);

async function settingsPage(context: PageContext<Needs>, typed: TypedTeam | null = null) {
  const { ports } = context;
  const [signIns, keys] = [await signedIn(context), await sealingKeys(context)];
  const [team, { pulse: healthSnapshot }] = await Promise.all([ports.team.read(), ports.shell()]);
  const needed = healthSnapshot === null ? null : Math.ceil(healthSnapshot.load.asked);
  const card = <TeamCard team={team} typed={typed} needed={needed} />;
  const body = <Settings visit={context} team={card} signIns={signIns} keys={keys} />;
  return show(context, { title: t("Settings"), path: SETTINGS, status: typed === null ? 200 : 422, body });
}

type Needs = SignInPorts & SealingPorts & TeamPorts;

const form = formsAt(SETTINGS, "admin");

export const settingsPages = [
  pageAt<Needs>(SETTINGS, (context) => settingsPage(context)),
  form<Needs>("/team", "setSettings", async (context) => {
    const saved = await savedTeam(context);
    return saved instanceof Response ? saved : settingsPage(context, saved);
  }),
  ...languagePages,
  ...signedInPages,
  ...keyPages,
  ...backupPages,
];

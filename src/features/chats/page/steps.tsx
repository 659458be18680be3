import type { Child } from "hono/jsx";
import { Copied } from "../../../ui/parts/copied.tsx";
import { ButtonLink } from "../../../ui/parts/form.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Fold, Pill } from "../../../ui/parts/pieces.tsx";
import { t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import type { ChatDeps } from "../deps.ts";
import type { ChatKind } from "../resource/chat.ts";
import { SERVICES } from "./services.ts";

/** What is set up on this instance. `base` is its address, without a path. */
export type SetUp = Pick<ChatDeps, "discordPublicKey" | "discordApplicationId" | "slackSigningSecret"> & {
  base: string;
  publicUrl: string | null;
  hasTelegram: boolean;
};

/** Reports whether commands of a service can arrive here, so that a code is of use. */
export const isReady = (kind: ChatKind, setUp: SetUp): boolean =>
  ({
    discord: setUp.discordPublicKey !== null,
    slack: setUp.slackSigningSecret !== null,
    telegram: setUp.hasTelegram && setUp.publicUrl !== null,
  })[kind];

/** A text to copy by itself. */
export const CopiedAlone = (one: Parameters<typeof Copied>[0]) => (
  <dl class="doors">
    <Copied {...one} />
  </dl>
);

const Mono = ({ children }: { children: Child }) => <code class="mono">{children}</code>;

/** A label of a service's own pages, which are in English. */
const Label = ({ children }: { children: Child }) => (
  <b>
    <bdi lang="en">{children}</bdi>
  </b>
);

export const Step = ({ title, children }: { title: string; children: Child }) => (
  <li class="flow">
    <h3>{title}</h3>
    {children}
  </li>
);

/** Asks for a secret of a service's app, or says that it is there. */
const Secret = ({ variable, label, at, isSet }: { variable: string; label: string; at: string; isSet: boolean }) =>
  isSet ? (
    <p>
      <Pill tone="good" icon="well">
        <T of="{variable} is set" variable={<Mono>{variable}</Mono>} />
      </Pill>
    </p>
  ) : (
    <p class="warn line">
      <Icon name="hand" small />
      <span>
        <T
          of="{variable} is missing. Copy the {label} under {section} and set it as this secret. Then reload this page."
          variable={<Mono>{variable}</Mono>}
          label={<Label>{label}</Label>}
          section={<Label>{at}</Label>}
        />
      </span>
    </p>
  );

/** The address at which Discord installs an application with its commands. */
export const installOf = (id: string): string =>
  `https://discord.com/oauth2/authorize?${new URLSearchParams({ client_id: id, scope: "applications.commands" }).toString()}`;

const PORTAL = "https://discord.com/developers/applications";

const External = ({ href, children }: { href: string; children: Child }) => (
  <a href={href} rel="noreferrer noopener">
    {children}
  </a>
);

const DiscordSteps = ({ discordPublicKey, discordApplicationId: id, base }: SetUp) => (
  <>
    <Step title={t("Create an application")}>
      <p>
        <T
          of="Create one in the {portal}."
          portal={
            <External href={PORTAL}>
              <bdi lang="en">Discord Developer Portal</bdi>
            </External>
          }
        />
      </p>
      <Secret
        variable="DISCORD_PUBLIC_KEY"
        label="Public Key"
        at="General Information"
        isSet={discordPublicKey !== null}
      />
      <CopiedAlone
        id="discord-address"
        label={<bdi lang="en">Interactions Endpoint URL</bdi>}
        value={`${base}/chat/discord`}
      />
      <p class="small soft">
        <T
          of="Paste it under {section} and save. Discord checks it at once, so the key must be set before."
          section={<Label>General Information</Label>}
        />
      </p>
    </Step>
    <Step title={t("Register the command")}>
      <p>
        <T of="Register the command once with {command}." command={<Mono>npm run chat:register</Mono>} />
      </p>
      {id === null ? (
        <p>
          <T
            of="In the portal, open {section} and use the install link. With {variable} set, step 1 above has the link."
            section={<Label>Installation</Label>}
            variable={<Mono>DISCORD_APPLICATION_ID</Mono>}
          />
        </p>
      ) : null}
    </Step>
  </>
);

/** Slack's page that creates an app from a manifest with the addresses of this instance. */
const newSlackApp = (base: string): string => {
  const command = { command: "/tally", url: `${base}/chat/slack/commands`, description: "Tallylight" };
  const manifest = {
    display_information: { name: "Tallylight" },
    features: {
      bot_user: { display_name: "Tallylight", always_online: false },
      slash_commands: [{ ...command, usage_hint: "help", should_escape: false }],
    },
    oauth_config: { scopes: { bot: ["commands", "chat:write", "users:read"] } },
    settings: { interactivity: { is_enabled: true, request_url: `${base}/chat/slack/interactions` } },
  };
  return `https://api.slack.com/apps?new_app=1&manifest_json=${encodeURIComponent(JSON.stringify(manifest))}`;
};

const SlackSteps = ({ slackSigningSecret, base }: SetUp) => (
  <>
    <Step title={t("Create the Slack app")}>
      <p>{t("The link fills in the command and the addresses. Then install the app in your workspace.")}</p>
      <p class="line">
        <ButtonLink href={newSlackApp(base)} icon="open">
          {t("Create the Slack app")}
        </ButtonLink>
      </p>
      <Fold title={t("Enter the addresses yourself")}>
        <p class="small soft">
          {t("If another app in your workspace already uses /tally, choose another word in Slack.")}
        </p>
        <CopiedAlone
          id="slack-commands"
          label={<bdi lang="en">Slash Commands</bdi>}
          value={`${base}/chat/slack/commands`}
        />
        <CopiedAlone
          id="slack-interactions"
          label={<bdi lang="en">Interactivity</bdi>}
          value={`${base}/chat/slack/interactions`}
        />
      </Fold>
    </Step>
    <Step title={t("Set the signing secret")}>
      <Secret
        variable="SLACK_SIGNING_SECRET"
        label="Signing Secret"
        at="Basic Information"
        isSet={slackSigningSecret !== null}
      />
      <p class="small soft">
        {t("Slack tells a Slack bot channel who is an admin. Add one with this app's token, or name people.")}
      </p>
    </Step>
  </>
);

const TelegramSteps = ({ publicUrl }: SetUp) => (
  <>
    <Step title={t("Set the public address")}>
      {publicUrl === null ? (
        <p class="warn line">
          <Icon name="hand" small />
          <span>
            <T
              of="{variable} is missing. Set it to the https address of this instance, so that Telegram finds it. Then reload this page."
              variable={<Mono>PUBLIC_URL</Mono>}
            />
          </span>
        </p>
      ) : (
        <p>
          <Pill tone="good" icon="well">
            <T of="{variable} is set" variable={<Mono>PUBLIC_URL</Mono>} />
          </Pill>
        </p>
      )}
    </Step>
    <li class="small soft">
      {t("Add all Telegram channels before you connect a chat: then Telegram stops listing the bot's chats.")}
    </li>
  </>
);

const STEPS = { discord: DiscordSteps, slack: SlackSteps, telegram: TelegramSteps };

/** What is set up once on the server before chats can be linked, with the addresses of this instance. */
export function ServerSteps({ kind, setUp }: { kind: ChatKind; setUp: SetUp }) {
  const Own = STEPS[kind];
  return (
    <ol class="steps">
      {setUp.base.startsWith("http:") && (kind !== "telegram" || setUp.publicUrl !== null) ? (
        <li class="warn line">
          <Icon name="hand" small />
          <span>
            {t("{service} needs an https address that it can reach, and this is {address}.", {
              service: SERVICES[kind].title,
              address: setUp.base,
            })}
          </span>
        </li>
      ) : null}
      <Own {...setUp} />
    </ol>
  );
}

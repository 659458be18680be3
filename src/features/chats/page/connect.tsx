import type { FieldError } from "../../../core/refusal.ts";
import type { Fields } from "../../../ui/forms/fields.ts";
import { CHATS } from "../../../ui/nav.ts";
import { Button, ButtonLink, Form } from "../../../ui/parts/form.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Fold, Note, Pill } from "../../../ui/parts/pieces.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { language, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import { SUBCOMMANDS } from "../command.ts";
import { chatWords } from "../message/words/words.ts";
import type { Chat, ChatKind } from "../resource/chat.ts";
import { typed } from "../running.ts";
import { ChatFields, type Lists } from "./fields.tsx";
import { SERVICES } from "./services.ts";
import { CopiedAlone, installOf, isReady, ServerSteps, type SetUp, Step } from "./steps.tsx";

/** A new code with its chat, which is shown this once. */
export interface Created {
  code: string;
  one: Chat;
}

interface ConnectProps {
  kind: ChatKind;
  setUp: SetUp;
  lists: Lists;
  /** Rejected input; null for a fresh form. */
  rejected: { fields: Fields; errors: FieldError[] } | null;
  made: Created | undefined;
}

/** The services to connect. */
export const Tiles = ({ chosen }: { chosen: ChatKind | null }) => (
  <nav class="kinds three" aria-label={t("Chat service")}>
    {Object.entries(SERVICES).map(([kind, { title, about }]) => (
      <a href={`${CHATS}?add=${kind}#add`} {...(kind === chosen ? { "aria-current": "true" as const } : {})}>
        <b>{title}</b>
        <small>{t(about)}</small>
      </a>
    ))}
  </nav>
);

/** The new code. It cannot be shown again. */
const Code = ({ code, one }: Created) => (
  <Note tone="good">
    <div class="flow">
      <p>
        <T
          of="<b>Send this in the chat</b>. It works once, until {time}, and is shown only now."
          b={(text) => <b>{text}</b>}
          time={<Time at={one.codeExpiresAt} />}
        />
      </p>
      <CopiedAlone id="chat-code" label={t("Command")} value={`${typed(one.kind, "link")} ${code}`} />
      <p class="line">
        <Pill icon="clock">{t("waiting for the first command")}</Pill>
        <ButtonLink href={CHATS} icon="again">
          {t("Check again")}
        </ButtonLink>
      </p>
    </div>
  </Note>
);

/** How the bot or the application comes into the chat. Slack's app is in every channel of its workspace. */
const AddIt = ({ kind, setUp: { discordApplicationId: id } }: Pick<ConnectProps, "kind" | "setUp">) => {
  if (kind === "slack") return <></>;
  if (kind === "telegram")
    return (
      <Step title={t("Add the bot to the group")}>
        <p>{t("It is the bot of your Telegram channel.")}</p>
      </Step>
    );
  return (
    <Step title={t("Add Tallylight to your server")}>
      {id === null ? (
        <p>{t("Is it there already? Go on. If not, open “For whoever runs the server” below.")}</p>
      ) : (
        <p class="line">
          <ButtonLink href={installOf(id)} icon="open">
            {t("Add it to your server")}
          </ButtonLink>
        </p>
      )}
    </Step>
  );
};

/** The steps in the chat itself, once commands can arrive. */
const ChatSteps = ({ kind, setUp, lists, rejected, made: created }: ConnectProps) => (
  <ol class="steps across">
    <AddIt kind={kind} setUp={setUp} />
    <Step title={t("Say who may change things")}>
      {created === undefined ? (
        <Form action={CHATS} class="flow">
          <input type="hidden" name="/kind" value={kind} />
          <ChatFields
            kind={kind}
            lists={lists}
            at="new"
            value={(pointer) => rejected?.fields.text(pointer) ?? (pointer === "/scopes" ? "write" : "")}
            errors={rejected?.errors ?? []}
          />
          <p class="line">
            <Button look="main">{t("Create code")}</Button>
          </p>
        </Form>
      ) : (
        <p class="line ok">
          <Icon name="well" small />
          {t("Done")}
        </p>
      )}
    </Step>
    <Step title={t("Send the code in the chat")}>
      {created === undefined ? (
        <p class="soft">{t("The code appears here. Then the chat can ask.")}</p>
      ) : (
        <Code {...created} />
      )}
    </Step>
  </ol>
);

/** Says what is missing before a chat can be connected. */
const NotReady = ({ kind, setUp }: Pick<ConnectProps, "kind" | "setUp">) =>
  kind === "telegram" && !setUp.hasTelegram ? (
    <div class="flow">
      <p>{t("First add a Telegram channel: its bot takes the commands.")}</p>
      <p class="line">
        <ButtonLink href="/channels?add=telegram#add" icon="plus">
          {t("Add a Telegram channel")}
        </ButtonLink>
      </p>
    </div>
  ) : (
    <p class="warn line">
      <Icon name="hand" small />
      <span>
        {t("{service} isn’t set up here yet. Whoever runs the server does this once, with the steps below.", {
          service: SERVICES[kind].title,
        })}
      </span>
    </p>
  );

/** All commands of a service, in the language of the page. */
const Commands = ({ kind }: { kind: ChatKind }) => (
  <dl class="commands small">
    {SUBCOMMANDS.filter((name) => name !== "link").map((name) => (
      <div>
        <dt>
          <code class="mono">{typed(kind, name)}</code>
        </dt>
        <dd class="soft">{chatWords[language()].does[name]}</dd>
      </div>
    ))}
  </dl>
);

/** How a chat of one service is connected: its two or three steps, and below them what only few need. */
export const Connect = (props: ConnectProps) => {
  const { kind, setUp, rejected } = props;
  return (
    <section class="card pad flow" aria-labelledby="connect">
      <h2 id="connect">{t("Connect {service}", { service: SERVICES[kind].title })}</h2>
      {isReady(kind, setUp) || rejected !== null || props.made !== undefined ? (
        <ChatSteps {...props} />
      ) : (
        <NotReady kind={kind} setUp={setUp} />
      )}
      <div>
        <Fold title={t("All commands")}>
          <Commands kind={kind} />
        </Fold>
        <Fold title={t("For whoever runs the server")}>
          <ServerSteps kind={kind} setUp={setUp} />
        </Fold>
      </div>
    </section>
  );
};

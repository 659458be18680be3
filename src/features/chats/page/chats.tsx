import type { FieldError } from "../../../core/refusal.ts";
import { recordAt } from "../../../http/preconditions.ts";
import { granted, invalidIn } from "../../../http/problem.ts";
import { change, create, remove } from "../../../resources/write/write-resource.ts";
import { Fields } from "../../../ui/forms/fields.ts";
import { undoneRevisions, undoOf } from "../../../ui/forms/undo.ts";
import { CHATS } from "../../../ui/nav.ts";
import { backTo, formsAt, pageAt, type PageContext, storeDeps } from "../../../ui/page.ts";
import { Button, ButtonLink, Form } from "../../../ui/parts/form.tsx";
import { Note, Pill } from "../../../ui/parts/pieces.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { Head } from "../../../ui/shapes/head.tsx";
import { listed } from "../../../ui/shapes/listed.tsx";
import { show } from "../../../ui/show.tsx";
import { displayedName, namesById } from "../../../ui/words/name.ts";
import { language, plural, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import { SUBCOMMANDS } from "../command.ts";
import { chat, type Chat, type ChatKind } from "../resource/chat.ts";
import { typed } from "../running.ts";
import { ChatFields, type Lists, sentIn, valuesOf } from "./fields.tsx";
import { ChatRow } from "./row.tsx";
import { serviceIn, SERVICES } from "./services.ts";
import { CopiedAlone, isReady, type SetUp, Step, Steps } from "./steps.tsx";
import type { ChatPorts } from "../deps.ts";
import { linkBase } from "../../../http/ports.ts";
import { chatWords } from "../message/words/words.ts";

/** Chats per page. */
const A_PAGE = 50;

type Needs = ChatPorts;

interface Displayed {
  /** A new code with its chat, which is shown this once. */
  made?: { code: string; one: Chat };
  /** Rejected input: of a chat by its id, of a new one by "". */
  mistake?: { of: string; errors: FieldError[] };
}

/** The new code. It cannot be shown again. */
const Code = ({ code, one }: { code: string; one: Chat }) => (
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

interface ConnectProps {
  kind: ChatKind;
  setUp: SetUp;
  lists: Lists;
  /** Rejected input; null for a fresh form. */
  rejected: { fields: Fields; errors: FieldError[] } | null;
  made: Displayed["made"];
}

/** Asks for what the code's chat may do, or shows the code. */
const LastStep = ({ kind, setUp, lists, rejected, made: created }: ConnectProps) => (
  <Step title={kind === "telegram" ? t("Add the bot to the group and send a code") : t("Send a code in the chat")}>
    {created !== undefined ? (
      <Code {...created} />
    ) : isReady(kind, setUp) || rejected !== null ? (
      <Form action={CHATS} class="flow narrow-fields">
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
      <p class="soft">{t("Once the steps above are done, you can create a code here.")}</p>
    )}
  </Step>
);

/** The commands of a service, in the language of the page. */
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

const Connect = (props: ConnectProps) => (
  <section class="card pad flow" id="add" aria-labelledby="connect">
    <h2 id="connect">{t("Connect a chat")}</h2>
    <div>
      <nav class="seg" aria-label={t("Chat service")}>
        {Object.entries(SERVICES).map(([kind, { title }]) => (
          <a href={`${CHATS}?add=${kind}#add`} {...(kind === props.kind ? { "aria-current": "true" as const } : {})}>
            {title}
          </a>
        ))}
      </nav>
    </div>
    <ol class="steps">
      <Steps kind={props.kind} setUp={props.setUp} />
      <LastStep {...props} />
    </ol>
    <Commands kind={props.kind} />
  </section>
);

/** The form of a chat that was chosen for a change. */
const ChangeForm = ({ one, lists, mistake, fields }: ChangeFormProps) => {
  const values = valuesOf(one);
  return (
    <Form action={`${CHATS}/${one.id}`} class="flow">
      <ChatFields
        kind={one.kind}
        lists={lists}
        at={one.id}
        value={(pointer) => (mistake === undefined ? (values[pointer] ?? "") : fields.text(pointer))}
        errors={mistake?.errors ?? []}
      />
      <p class="line">
        <Button look="main">{t("Save")}</Button>
        <ButtonLink href={CHATS} look="bare">
          {t("Cancel")}
        </ButtonLink>
      </p>
    </Form>
  );
};

interface ChangeFormProps {
  one: Chat;
  lists: Lists;
  mistake: Displayed["mistake"];
  fields: Fields;
}

/** What this instance has for commands of a service. */
async function setUpFor(kind: ChatKind, { ports, url }: PageContext<Needs>): Promise<SetUp> {
  const { discordPublicKey, discordApplicationId, slackSigningSecret } = ports.chats;
  return {
    discordPublicKey,
    discordApplicationId,
    slackSigningSecret,
    base: linkBase(ports, url),
    publicUrl: ports.publicUrl,
    hasTelegram: kind === "telegram" && (await ports.chats.hasTelegram()),
  };
}

async function chatsPage(context: PageContext<Needs>, { made: created, mistake }: Displayed = {}): Promise<Response> {
  const { ports, url, fields, now } = context;
  const { items: all, whole, pager } = await listed(chat, { path: CHATS, most: A_PAGE }, context);
  const isNew = mistake?.of === "";
  const kind = created?.one.kind ?? serviceIn(isNew ? fields.text("/kind") : url.searchParams.get("add")) ?? "discord";
  const [lists, setUp] = await Promise.all([
    ports.lists(all.flatMap(({ watchlistId }) => watchlistId ?? [])),
    setUpFor(kind, context),
  ]);
  const names = namesById(lists);
  const open = mistake?.of ?? url.searchParams.get("change");
  const linked = all.filter(({ linkedAt }) => linkedAt !== null).length;
  const rejected = mistake !== undefined && isNew ? { fields, errors: mistake.errors } : null;
  const title = t("Chats");
  const body = (
    <>
      <Head
        title={whole && linked > 0 ? plural(linked, "{n} chat can use commands", "{n} chats can use commands") : title}
        crumb={{ path: "/channels", label: t("Channels") }}
      >
        {t("People ask who is live, watch and snooze without leaving their chat.")}
      </Head>
      <div class="stack">
        {all.length === 0 ? null : (
          <ul class="rows tight card">
            {all.map((one) => (
              <ChatRow
                one={one}
                list={one.watchlistId === null ? null : (names[one.watchlistId] ?? t("a deleted list"))}
                now={now}
              >
                {open === one.id ? <ChangeForm {...{ one, lists, mistake, fields }} /> : undefined}
              </ChatRow>
            ))}
          </ul>
        )}
        {pager()}
        <Connect {...{ kind, setUp, lists, rejected, made: created }} />
      </div>
    </>
  );
  const status = mistake === undefined ? 200 : 422;
  return show({ ...context, fields: new Fields() }, { title, path: CHATS, status, body });
}

async function added(context: PageContext<Needs>): Promise<Response> {
  const { fields } = context;
  const kind = fields.text("/kind");
  const body = { kind, ...sentIn(fields, serviceIn(kind) ?? "discord") };
  const created = await create(chat, body, storeDeps(context, 201));
  const errors = invalidIn(created);
  if (errors !== null) return chatsPage(context, { mistake: { of: "", errors } });
  const { one, made } = granted(created);
  return chatsPage(context, { made: { code: made["code"]!, one: one as unknown as Chat } });
}

const displayedNameOf = ({ kind, title }: Chat): string =>
  title === null ? SERVICES[kind].title : displayedName(title);

async function changed(context: PageContext<Needs>): Promise<Response> {
  const before = await recordAt<Chat>(chat, context);
  const isUndo = context.fields.has("undo");
  const body = sentIn(context.fields, before.kind);
  const written = await change(chat, before, body, undoneRevisions(context), storeDeps(context, 200));
  const errors = invalidIn(written);
  if (errors !== null) return chatsPage(context, { mistake: { of: before.id, errors } });
  const { one } = granted(written);
  const undo = isUndo ? {} : undoOf(`${CHATS}/${one.id}`, one.revision, valuesOf(before));
  const text = isUndo ? t("Change undone") : t("{name} saved", { name: displayedNameOf(before) });
  return backTo(CHATS, { text, ...undo }, context);
}

async function ended(context: PageContext): Promise<Response> {
  const one = await recordAt<Chat>(chat, context);
  granted(await remove(chat, one, { cascade: false, revisions: null }, storeDeps(context, 204)));
  const text =
    one.linkedAt === null ? t("Code removed") : t("{name} can't use commands any more", { name: displayedNameOf(one) });
  return backTo(CHATS, { text }, context);
}

const post = formsAt(CHATS, "admin");

/** The chats that may command, and how to connect one. */
export const chatPages = [
  pageAt<ChatPorts>(CHATS, (context) => chatsPage(context), "admin"),
  post("", "createChat", added),
  post("/{id}", "changeChat", changed),
  post("/{id}/delete", "deleteChat", ended),
];

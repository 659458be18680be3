import type { FieldError } from "../../../core/refusal.ts";
import { recordAt } from "../../../http/preconditions.ts";
import { granted, invalidIn } from "../../../http/problem.ts";
import { change, create, remove } from "../../../resources/write/write-resource.ts";
import { Fields } from "../../../ui/forms/fields.ts";
import { undoneRevisions, undoOf } from "../../../ui/forms/undo.ts";
import { CHATS } from "../../../ui/nav.ts";
import { backTo, formsAt, pageAt, type PageContext, storeDeps } from "../../../ui/page.ts";
import { Button, ButtonLink, Form } from "../../../ui/parts/form.tsx";
import { Head } from "../../../ui/shapes/head.tsx";
import { listed } from "../../../ui/shapes/listed.tsx";
import { show } from "../../../ui/show.tsx";
import { displayedName, namesById } from "../../../ui/words/name.ts";
import { plural, t } from "../../../ui/words/text.ts";
import { chat, type Chat, type ChatKind } from "../resource/chat.ts";
import { ChatFields, type Lists, sentIn, valuesOf } from "./fields.tsx";
import { Connect, type Created, Tiles } from "./connect.tsx";
import { Examples } from "./examples.tsx";
import { ChatRow } from "./row.tsx";
import { serviceIn, SERVICES } from "./services.ts";
import type { SetUp } from "./steps.tsx";
import type { ChatPorts } from "../deps.ts";
import { linkBase } from "../../../http/ports.ts";

/** Chats per page. */
const A_PAGE = 50;

type Needs = ChatPorts;

interface Displayed {
  made?: Created;
  /** Rejected input: of a chat by its id, of a new one by "". */
  mistake?: { of: string; errors: FieldError[] };
}

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
  const kind = created?.one.kind ?? serviceIn(isNew ? fields.text("/kind") : url.searchParams.get("add"));
  const [lists, setUp] = await Promise.all([
    ports.lists(all.flatMap(({ watchlistId }) => watchlistId ?? [])),
    kind === null ? null : setUpFor(kind, context),
  ]);
  const names = namesById(lists);
  const open = mistake?.of ?? url.searchParams.get("change");
  const linked = all.filter(({ linkedAt }) => linkedAt !== null).length;
  const rejected = mistake !== undefined && isNew ? { fields, errors: mistake.errors } : null;
  const title = t("Chats");
  const body = (
    <>
      <Head
        title={
          whole && linked > 0
            ? plural(linked, "{n} chat can ask Tallylight", "{n} chats can ask Tallylight")
            : t("Ask Tallylight from your chat")
        }
        crumb={{ path: "/channels", label: t("Channels") }}
      >
        {t("Write a question in Discord, Slack or Telegram. The answer comes at once.")}
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
        <section class="flow" aria-labelledby="asks">
          <h2 id="asks">{t("What you can ask, for example")}</h2>
          <Examples kind={kind ?? all[0]?.kind ?? "discord"} now={now} bases={ports.chats.bases} />
        </section>
        <section class="flow" id="add" aria-label={t("Connect a chat")}>
          <h2>{t("Which chat do you use?")}</h2>
          <Tiles chosen={kind} />
        </section>
        {kind === null || setUp === null ? null : <Connect {...{ kind, setUp, lists, rejected, made: created }} />}
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

import { lazy } from "../../../core/lazy.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { change, create } from "../../../resources/write/write-resource.ts";
import { filled } from "../../../ui/forms/filled.ts";
import { Delete } from "../../../ui/parts/act.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { Pill } from "../../../ui/parts/pieces.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { namesById } from "../../../ui/words/name.ts";
import { T } from "../../../ui/words/translated.tsx";
import type { AlertNames, AlertPorts } from "../../alerts/alerts.ts";
import { board } from "../resource/board.ts";
import { suits } from "../../../resources/ref.ts";
import type { AnyStored } from "../../../resources/resource.ts";
import { granted, invalidIn } from "../../../http/problem.ts";
import { recordAt } from "../../../http/preconditions.ts";
import { choiceOf, controlsOf, jsonOf } from "../../../ui/forms/controls.ts";
import { Fields } from "../../../ui/forms/fields.ts";
import { undoneRevisions, undoOf } from "../../../ui/forms/undo.ts";
import { formsAt, type PageContext, pageAt, backTo, storeDeps } from "../../../ui/page.ts";
import { Allowed, Button, ButtonLink, Field, Form, Wrongs } from "../../../ui/parts/form.tsx";
import { NeedsChannel } from "../../channels/needs-channel.tsx";
import { AddCard } from "../../../ui/shapes/add-card.tsx";
import { removal } from "../../../ui/shapes/removal.ts";
import { show } from "../../../ui/show.tsx";
import { Head } from "../../../ui/shapes/head.tsx";
import { meant, t } from "../../../ui/words/text.ts";

/** Path of the boards. */
const BOARDS = "/boards";

/** Rejected input: of a board by its id, of a new one by "". */
interface Mistake {
  of: string;
  errors: FieldError[];
}

/** JSON Pointers of a board's fields. */
const DISPLAYED = ["/name", "/channelId", "/watchlistId"];

/** The controls of a board's form. */
const boardControls = lazy(() => controlsOf(board.form(), DISPLAYED));

/** The available choices. */
type Chosen = Pick<AlertNames, "channels" | "lists">;

/** The fields of a board. */
const Choices = ({ value, errors, of, at }: ChoicesProps) => {
  const field = filled({ value, errors, at, controls: boardControls() });
  const channels = namesById(of.channels);
  const lists = { "": t("Everyone"), ...namesById(of.lists) };
  return (
    <>
      <Wrongs errors={errors} shown={DISPLAYED} />
      <Field {...field("/name")} label={t("Headline")} placeholder={t("Live now")} hint="" />
      <Field {...field("/channelId")} label={t("Channel")} {...choiceOf(channels)} hint="" />
      <Field {...field("/watchlistId")} label={t("Shows")} {...choiceOf(lists)} hint="" />
    </>
  );
};

interface ChoicesProps {
  of: Chosen;
  /** Prefix of the ids of its fields. */
  at: string;
  value: (pointer: string) => string;
  errors: FieldError[];
}

/** A board and its actions. */
function BoardCard({
  one,
  of,
  open,
  mistake,
  fields,
}: {
  one: AnyStored;
  of: Chosen;
  /** Whether its form is shown. Only one is at a time, because each lists all channels and watchlists. */
  open: boolean;
  mistake: Mistake | null;
  fields: Fields;
}) {
  const where = of.channels.find(({ id }) => id === one["channelId"]);
  const list = of.lists.find(({ id }) => id === one["watchlistId"]);
  const name = one["name"] as string;
  const displayedAt = one["shownAt"] as number;
  const value = (pointer: string) =>
    mistake === null ? ((one[pointer.slice(1)] as string | null) ?? "") : fields.text(pointer);
  return (
    <section class="card pad flow top" aria-labelledby={`of-${one.id}`}>
      <h2 id={`of-${one.id}`}>
        <Name of={name} />
      </h2>
      <p class="soft">
        <T
          of={list === undefined ? "Everyone who is live, in {channel}." : "{list} who is live, in {channel}."}
          list={<Name of={list?.name ?? ""} />}
          channel={<Name of={where?.name ?? t("a deleted channel")} />}
        />{" "}
        {displayedAt === 0 ? (
          t("It appears within a minute.")
        ) : (
          <T of="Last checked {when}." when={<Time at={displayedAt} />} />
        )}
      </p>
      {where?.enabled === false ? (
        <p>
          <Pill tone="hand" icon="hand">
            {t("channel is off")}
          </Pill>
        </p>
      ) : null}
      <Allowed scope="write">
        {open ? (
          <Form action={`${BOARDS}/${one.id}`} class="flow">
            <Choices of={of} at={one.id} value={value} errors={mistake?.errors ?? []} />
            <p class="line">
              <Button look="main">{t("Save")}</Button>
              <ButtonLink href={BOARDS} look="bare">
                {t("Cancel")}
              </ButtonLink>
            </p>
          </Form>
        ) : (
          <p class="line">
            <ButtonLink href={`${BOARDS}?change=${one.id}#of-${one.id}`}>{meant("button", "Change")}</ButtonLink>
          </p>
        )}
        <Delete action={`${BOARDS}/${one.id}/delete`}>
          {t("Its message stays and says that it is no longer updated.")}
        </Delete>
      </Allowed>
    </section>
  );
}

async function boardsPage(context: PageContext<AlertPorts>, mistake: Mistake | null = null): Promise<Response> {
  const { ports, fields, url } = context;
  const all = await ports.keep.all(board);
  const listIds = all.flatMap((one) => (one as AnyStored)["watchlistId"] ?? []) as string[];
  const { channels, lists } = await ports.alerts.alertChoices({ targetIds: [], listIds });
  const fit = channels.filter((one) => suits(board.refs["channelId"]!, one));
  const of = { channels: fit.sort((one, other) => Number(other.enabled) - Number(one.enabled)), lists };
  const open = mistake?.of ?? url.searchParams.get("change");
  const body = (
    <>
      <Head title={t("Boards")}>{t("One message in a channel that always shows who is live.")}</Head>
      <div class="half">
        {all.map((one) => (
          <BoardCard
            one={one}
            of={of}
            open={open === one.id}
            mistake={mistake?.of === one.id ? mistake : null}
            fields={fields}
          />
        ))}
        <Allowed scope="write">
          {of.channels.length === 0 ? (
            <NeedsChannel>
              {t(
                "A board needs a channel whose messages can be edited: a Discord webhook, or a bot on Discord or Slack.",
              )}
            </NeedsChannel>
          ) : (
            <AddCard action={BOARDS} title={t("Add a board")} class="card pad flow top">
              <Choices
                of={of}
                at="new"
                value={(pointer) => (mistake?.of === "" ? fields.text(pointer) : "")}
                errors={mistake?.of === "" ? mistake.errors : []}
              />
            </AddCard>
          )}
        </Allowed>
      </div>
    </>
  );
  const displayed = { ...context, fields: new Fields() };
  return show(displayed, { title: t("Boards"), path: BOARDS, status: mistake === null ? 200 : 422, body });
}

const reportedIn = ({ fields }: PageContext) => ({
  ...jsonOf(boardControls(), fields),
  watchlistId: fields.text("/watchlistId") || null,
});

async function added(context: PageContext<AlertPorts>): Promise<Response> {
  const created = await create(board, reportedIn(context), storeDeps(context, 201));
  const errors = invalidIn(created);
  if (errors !== null) return boardsPage(context, { of: "", errors });
  granted(created);
  return backTo(BOARDS, { text: t("Board added. It appears within a minute.") }, context);
}

async function changed(context: PageContext<AlertPorts>): Promise<Response> {
  const before = await recordAt(board, context);
  const written = await change(board, before, reportedIn(context), undoneRevisions(context), storeDeps(context, 200));
  const errors = invalidIn(written);
  if (errors !== null) return boardsPage(context, { of: before.id, errors });
  const { one } = granted(written);
  const fields = Object.fromEntries(
    DISPLAYED.map((pointer) => [pointer, ((before as AnyStored)[pointer.slice(1)] as string | null) ?? ""]),
  );
  const undo = context.fields.has("undo") ? {} : undoOf(`${BOARDS}/${one.id}`, one.revision, fields);
  return backTo(BOARDS, { text: context.fields.has("undo") ? t("Change undone") : t("Board saved"), ...undo }, context);
}

const deleted = removal(board, BOARDS, (name) => t("{name} deleted", { name }));

const post = formsAt(BOARDS);

export const boardPages = [
  pageAt(BOARDS, boardsPage),
  post("", "createBoard", added),
  post("/{id}", "changeBoard", changed),
  post("/{id}/delete", "deleteBoard", deleted),
];

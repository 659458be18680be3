import type { FieldError } from "../../../core/refusal.ts";
import { change, create } from "../../../resources/write/write-resource.ts";
import { Act } from "../../../ui/parts/act.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import type { Child } from "hono/jsx";
import { channelKinds } from "../../../channels/registry.ts";
import type { AlertChannel, AlertPorts } from "../../alerts/alerts.ts";
import { chatOf } from "../../messages/page/words.ts";
import { type BoardHealth, type BoardPorts, type BoardRecord, healthOf } from "../displayed.ts";
import { AddBoard, boardControls, BOARDS, Choices, type Chosen, DISPLAYED } from "./form.tsx";
import { Health } from "./health.tsx";
import { BoardLook, DraftLook, lookDeps, type LookPorts, readNow } from "./looks.tsx";
import { board } from "../resource/board.ts";
import { suits } from "../../../resources/ref.ts";
import type { AnyStored } from "../../../resources/resource.ts";
import { granted, invalidIn } from "../../../http/problem.ts";
import { recordAt } from "../../../http/preconditions.ts";
import type { BoardContent } from "../../../core/delivery.ts";
import { jsonOf } from "../../../ui/forms/controls.ts";
import { Fields } from "../../../ui/forms/fields.ts";
import { undoBy, undoneIn, undoneRevisions, undoOf } from "../../../ui/forms/undo.ts";
import { backTo, formsAt, pageAt, type PageContext, storeDeps, trialsAt } from "../../../ui/page.ts";
import { Allowed, Button, ButtonLink, Form } from "../../../ui/parts/form.tsx";
import { NeedsChannel } from "../../channels/needs-channel.tsx";
import { show, showPart, wantsPart } from "../../../ui/show.tsx";
import { Head } from "../../../ui/shapes/head.tsx";
import { meant, plural, t } from "../../../ui/words/text.ts";
import { removal } from "../../../ui/shapes/listed.tsx";

type Needs = AlertPorts & BoardPorts & LookPorts;

/** Rejected input: of a board by its id, of a new one by "". */
interface Mistake {
  of: string;
  errors: FieldError[];
}

interface BoardCardProps {
  one: BoardRecord;
  of: Chosen;
  health: BoardHealth;
  /** How its message looks; nothing before the first one. */
  look: Child;
  /** Whether its form is shown. Only one is at a time, because each lists all channels and watchlists. */
  open: boolean;
  mistake: Mistake | null;
  fields: Fields;
}

/** Where people see the message of a board; null if only the chat knows, or before the first one. */
function messageUrlOf({ delivery }: BoardRecord, channel: AlertChannel | undefined): string | null {
  const ref = delivery?.messageRef ?? null;
  return ref === null || channel === undefined
    ? null
    : (channelKinds[channel.kind]?.editing?.messageUrl?.(ref) ?? null);
}

/** A board: how it is doing, its message, and its actions. */
function BoardCard({ one, of, health, look, open, mistake, fields }: BoardCardProps) {
  const where = of.channels.find(({ id }) => id === one.channelId);
  const list = of.lists.find(({ id }) => id === one.watchlistId);
  const value = (pointer: string) =>
    mistake === null
      ? ((one as unknown as Record<string, string | null>)[pointer.slice(1)] ?? "")
      : fields.text(pointer);
  const href = messageUrlOf(one, where);
  return (
    <section class="card pad flow top board" aria-labelledby={`of-${one.id}`}>
      <div>
        <h2 id={`of-${one.id}`}>
          <Name of={one.name} />
        </h2>
        <p class="soft small">
          {list === undefined ? t("Everyone") : <Name of={list.name} />}
          {" · "}
          <Name of={where?.name ?? t("a deleted channel")} />
          {where === undefined ? "" : ` · ${chatOf(where.kind)}`}
        </p>
      </div>
      <div id={`health-${one.id}`} data-live>
        <Health of={health} channel={where} />
      </div>
      <div id={`look-${one.id}`} data-live>
        {look}
      </div>
      <div class="line">
        {href === null ? null : (
          <ButtonLink href={href} icon="message">
            {t("Open in {chat}", { chat: chatOf(where?.kind ?? "") })}
          </ButtonLink>
        )}
        <Allowed scope="write">
          {open ? null : (
            <ButtonLink href={`${BOARDS}?change=${one.id}#of-${one.id}`}>{meant("button", "Change")}</ButtonLink>
          )}
          <Act action={`${BOARDS}/${one.id}/delete`} look="bare">
            {t("Delete")}
            <span class="sr"> {displayedName(one.name)}</span>
          </Act>
        </Allowed>
      </div>
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
        ) : null}
      </Allowed>
    </section>
  );
}

/** "2 of 3 boards are up to date" */
function headline(all: BoardHealth[]): string {
  if (all.length === 0) return t("No boards yet");
  const count = (is: BoardHealth["is"]) => all.filter((one) => one.is === is).length;
  const good = count("updated");
  if (good === all.length) return plural(good, "The board is up to date", "{n} boards are up to date");
  if (count("soon") === all.length)
    return plural(all.length, "The board is being posted", "{n} boards are being posted");
  if (count("behind") === all.length)
    return plural(all.length, "The board is about to change", "{n} boards are about to change");
  return plural(all.length, "The board is not up to date", "{good} of {n} boards are up to date", {
    good: String(good),
  });
}

/** Lists whose creators are read to compare them with boards: about a hundred rows and two statements each. */
const MAX_COMPARED = 2;

/** Who is live of the lists of some boards, the first few of them, by list. */
async function liveIn(
  lists: (string | null)[],
  context: PageContext<LookPorts>,
): Promise<Map<string | null, BoardContent>> {
  const some = [...new Set(lists)].slice(0, MAX_COMPARED);
  return new Map(await Promise.all(some.map(async (list) => [list, await readNow(list, context)] as const)));
}

/** What to draw of a new board that is not saved: a channel and a list, or the first ones. */
interface Drafted {
  name: string;
  channel: AlertChannel;
  watchlistId: string | null;
}

const draftIn = (fields: Fields, channels: AlertChannel[]): Drafted | null => {
  const channel = channels.find(({ id }) => id === fields.text("/channelId")) ?? channels[0];
  if (channel === undefined) return null;
  return {
    name: fields.text("/name").trim() || t("Live now"),
    channel,
    watchlistId: fields.text("/watchlistId") || null,
  };
};

async function boardsPage(
  context: PageContext<Needs>,
  mistake: Mistake | null = null,
  isPreview = false,
): Promise<Response> {
  const { ports, fields, url } = context;
  const all = await ports.boards.displayed();
  const { channels, lists } = await ports.alerts.alertChoices({
    targetIds: [],
    listIds: all.flatMap(({ watchlistId }) => watchlistId ?? []),
  });
  const fit = channels.filter((one) => suits(board.refs["channelId"]!, one));
  const of = { channels: fit.sort((one, other) => Number(other.enabled) - Number(one.enabled)), lists };
  const open = mistake !== null && mistake.of !== "" ? mistake.of : url.searchParams.get("change");
  const isTyped = isPreview || mistake?.of === "";
  const draft = draftIn(isTyped ? fields : new Fields(), of.channels);
  const live = await liveIn(
    [...(draft === null ? [] : [draft.watchlistId]), ...all.map((one) => one.watchlistId)],
    context,
  );
  const isOn = (id: string) => of.channels.find((one) => one.id === id)?.enabled !== false;
  const healths = all.map((one) => healthOf(one, isOn(one.channelId), live.get(one.watchlistId) ?? null));
  const title = headline(healths);
  const looks = lookDeps(context);
  const body = (
    <>
      <Head title={title}>{t("A board is one message in your chat that always shows who is live.")}</Head>
      <div class="stack">
        {all.length === 0 ? null : (
          <div class="half">
            {all.map((one, at) => (
              <BoardCard
                one={one}
                of={of}
                health={healths[at]!}
                look={<BoardLook one={one} channel={of.channels.find(({ id }) => id === one.channelId)} deps={looks} />}
                open={open === one.id}
                mistake={mistake?.of === one.id ? mistake : null}
                fields={fields}
              />
            ))}
          </div>
        )}
        <Allowed scope="write">
          {draft === null ? (
            <NeedsChannel>
              {t(
                "A board needs a channel whose messages can be edited: a Discord webhook, or a bot on Discord or Slack.",
              )}
            </NeedsChannel>
          ) : (
            <AddBoard
              of={of}
              value={(pointer) => (isTyped ? fields.text(pointer) : "")}
              errors={mistake?.of === "" ? mistake.errors : []}
              open={all.length === 0 || isTyped}
              look={<DraftLook {...draft} deps={looks} now={live.get(draft.watchlistId)!} />}
            />
          )}
        </Allowed>
      </div>
    </>
  );
  const displayed = { ...context, fields: new Fields() };
  return show(displayed, { title, path: BOARDS, status: mistake === null ? 200 : 422, body });
}

/** Shows how a board would look that is not saved. */
async function previewed(context: PageContext<Needs>): Promise<Response> {
  if (!wantsPart(context)) return boardsPage(context, null, true);
  const { channels } = await context.ports.alerts.alertChoices({ targetIds: [], listIds: [] });
  const draft = draftIn(
    context.fields,
    channels.filter((one) => suits(board.refs["channelId"]!, one)),
  );
  if (draft === null) return boardsPage(context, null, true);
  const now = await readNow(draft.watchlistId, context);
  return showPart(context, <DraftLook {...draft} deps={lookDeps(context)} now={now} />);
}

const reportedIn = ({ fields }: PageContext) => ({
  ...jsonOf(boardControls(), fields),
  name: fields.text("/name").trim() || t("Live now"),
  watchlistId: fields.text("/watchlistId") || null,
});

async function added(context: PageContext<Needs>): Promise<Response> {
  const created = await create(board, reportedIn(context), storeDeps(context, 201));
  const errors = invalidIn(created);
  if (errors !== null) return boardsPage(context, { of: "", errors });
  granted(created);
  return backTo(BOARDS, { text: t("Board added. It appears within a minute.") }, context);
}

async function changed(context: PageContext<Needs>): Promise<Response> {
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

const deleted = removal(
  board,
  BOARDS,
  (name) => t("{name} deleted. Its message now says that it is no longer updated", { name }),
  ({ name, channelId, watchlistId }) => undoBy(`${BOARDS}/restore`, { name, channelId, watchlistId }),
);

/** Undoes a deletion. The old message was ended, so the board posts another one. */
async function restored(context: PageContext<Needs>): Promise<Response> {
  const { one } = granted(await create(board, undoneIn(context) ?? {}, storeDeps(context, 201)));
  const name = displayedName(String(one["name"]));
  return backTo(BOARDS, { text: t("{name} is back and posts a new message", { name }) }, context);
}

const post = formsAt(BOARDS);

export const boardPages = [
  pageAt(BOARDS, boardsPage),
  post("", "createBoard", added),
  post("/restore", "createBoard", restored),
  trialsAt(BOARDS)("/preview", "createBoard", previewed),
  post("/{id}", "changeBoard", changed),
  post("/{id}/delete", "deleteBoard", deleted),
];

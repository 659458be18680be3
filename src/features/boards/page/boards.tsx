import { change, create } from "../../../resources/write/write-resource.ts";
import { board } from "../resource/board.ts";
import { suits } from "../../../resources/ref.ts";
import type { AnyStored } from "../../../resources/resource.ts";
import { granted, invalidIn } from "../../../http/problem.ts";
import { recordAt } from "../../../http/record-at.ts";
import { backTo } from "../../../ui/back-to.ts";
import { jsonOf } from "../../../ui/forms/controls.ts";
import { Fields } from "../../../ui/forms/fields.ts";
import { undoneRevisions, undoOf } from "../../../ui/forms/undo.ts";
import { storeDeps } from "../../../ui/keep.ts";
import { formsAt, type Page, type PageContext, pageAt } from "../../../ui/page.ts";
import { Allowed } from "../../../ui/parts/form.tsx";
import { NeedsChannel } from "../../channels/needs-channel.tsx";
import { AddCard } from "../../../ui/shapes/add-card.tsx";
import { removal } from "../../../ui/shapes/removal.ts";
import { show } from "../../../ui/show.tsx";
import { BoardCard, BOARDS, type Mistake } from "./card.tsx";
import { boardControls, Choices, DISPLAYED } from "./choices.tsx";
import { Head } from "../../../ui/shapes/head.tsx";
import { t } from "../../../ui/words/text.ts";

async function boardsPage(context: PageContext<"keep" | "alerts">, mistake: Mistake | null = null): Promise<Response> {
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

async function added(context: PageContext<"keep" | "alerts">): Promise<Response> {
  const created = await create(board, reportedIn(context), storeDeps(context, 201));
  const errors = invalidIn(created);
  if (errors !== null) return boardsPage(context, { of: "", errors });
  granted(created);
  return backTo(BOARDS, { text: t("Board added. It appears within a minute.") }, context);
}

async function changed(context: PageContext<"keep" | "alerts">): Promise<Response> {
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

export const boardPages: Page[] = [
  pageAt(BOARDS, ["keep", "alerts"], boardsPage),
  post("", "createBoard", ["keep", "alerts"], added),
  post("/{id}", "changeBoard", ["keep", "alerts"], changed),
  post("/{id}/delete", "deleteBoard", ["keep"], deleted),
];

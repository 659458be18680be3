import { change, create, remove } from "../../../flows/manage/keep.ts";
import { board } from "../../../resources/boards/board.ts";
import { suits } from "../../../resources/ref.ts";
import type { AnyStored } from "../../../resources/resource.ts";
import { found, granted } from "../../http/problem.ts";
import { flashed, type Flash } from "../flash.ts";
import { jsonOf } from "../forms/controls.ts";
import { Fields } from "../forms/fields.ts";
import { takesBack, undoOf } from "../forms/undo.ts";
import { storeDeps } from "../keep.ts";
import { page, formsAt, seeOther, type Page, type Visit } from "../page.ts";
import { Allowed, ButtonLink } from "../parts/form.tsx";
import { shownName } from "../words/name.ts";
import { Note } from "../parts/pieces.tsx";
import { AddCard } from "../shapes/add-card.tsx";
import { show } from "../show.tsx";
import { BoardCard, BOARDS, type Mistake } from "./card.tsx";
import { boardControls, Choices, SHOWN } from "./choices.tsx";
import { Head } from "../shapes/head.tsx";

async function boardsPage(context: Visit<"keep" | "alerts">, mistake: Mistake | null = null): Promise<Response> {
  const { ports, fields, url } = context;
  const all = await ports.keep.all(board);
  const listIds = all.flatMap((one) => (one as AnyStored)["watchlistId"] ?? []) as string[];
  const { channels, lists } = await ports.alerts.alertChoices({ targetIds: [], listIds });
  const fit = channels.filter((one) => suits(board.refs["channelId"]!, one));
  const of = { channels: fit.sort((one, other) => Number(other.enabled) - Number(one.enabled)), lists };
  const open = mistake?.of ?? url.searchParams.get("change");
  const body = (
    <>
      <Head title="Boards">One message in a channel that always shows who is live.</Head>
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
            <Note>
              <p>
                A board needs a channel whose messages can be edited: a Discord webhook, or a bot on Discord or Slack.
              </p>
              <p class="acts">
                <ButtonLink href="/channels" look="main">
                  Add a channel first
                </ButtonLink>
              </p>
            </Note>
          ) : (
            <AddCard action={BOARDS} title="Add a board" class="card pad flow top">
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
  const shown = { ...context, fields: new Fields() };
  return show(shown, { title: "Boards", path: BOARDS, status: mistake === null ? 200 : 422, body });
}

const back = async (context: Visit, flash: Flash): Promise<Response> => seeOther(BOARDS, await flashed(flash, context));

const saidIn = ({ fields }: Visit) => ({
  ...jsonOf(boardControls(), fields),
  watchlistId: fields.text("/watchlistId") || null,
});

async function added(context: Visit<"keep" | "alerts">): Promise<Response> {
  const created = await create(board, saidIn(context), storeDeps(context, 201));
  if (created.ok) return back(context, { text: "Board added. It appears within a minute." });
  if (created.error.kind === "invalid") return boardsPage(context, { of: "", errors: created.error.errors });
  return granted(created) as never;
}

const theBoard = async ({ ports, params }: Visit<"keep">) =>
  found(await ports.keep.find(board, params["id"]!), board.noun);

async function changed(context: Visit<"keep" | "alerts">): Promise<Response> {
  const before = await theBoard(context);
  const written = await change(board, before, saidIn(context), takesBack(context), storeDeps(context, 200));
  if (!written.ok && written.error.kind === "invalid")
    return boardsPage(context, { of: before.id, errors: written.error.errors });
  const { one } = granted(written);
  const fields = Object.fromEntries(
    SHOWN.map((pointer) => [pointer, ((before as AnyStored)[pointer.slice(1)] as string | null) ?? ""]),
  );
  const undo = context.fields.has("undo") ? {} : undoOf(`${BOARDS}/${one.id}`, one.revision, fields);
  return back(context, { text: context.fields.has("undo") ? "Change undone" : "Board saved", ...undo });
}

async function deleted(context: Visit<"keep">): Promise<Response> {
  const one = await theBoard(context);
  granted(await remove(board, one, { cascade: false, revisions: null }, storeDeps(context, 204)));
  return back(context, { text: `${shownName((one as AnyStored)["name"] as string)} deleted` });
}

const post = formsAt(BOARDS);

export const boardPages: Page[] = [
  page({
    method: "get",
    path: BOARDS,
    scope: "read",
    needs: ["keep", "alerts"],
    handle: (context) => boardsPage(context),
  }),
  post("", "createBoard", ["keep", "alerts"], added),
  post("/{id}", "changeBoard", ["keep", "alerts"], changed),
  post("/{id}/delete", "deleteBoard", ["keep"], deleted),
];

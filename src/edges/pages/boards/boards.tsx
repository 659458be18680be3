import { change, create, remove } from "../../../flows/manage/keep.ts";
import { board } from "../../../resources/boards/board.ts";
import { suits } from "../../../resources/ref.ts";
import type { AnyKept } from "../../../resources/resource.ts";
import { found, granted } from "../../http/problem.ts";
import { flashed, type Flash } from "../flash.ts";
import { jsonOf } from "../forms/controls.ts";
import { Fields } from "../forms/fields.ts";
import { takesBack, undoOf } from "../forms/undo.ts";
import { keepDeps } from "../keep.ts";
import { page, formsAt, seeOther, type Page, type Visit } from "../page.ts";
import { Allowed, ButtonLink } from "../parts/form.tsx";
import { shownName } from "../words/name.ts";
import { Note } from "../parts/pieces.tsx";
import { AddCard } from "../shapes/add-card.tsx";
import { show } from "../show.tsx";
import { BoardCard, BOARDS, type Mistake } from "./card.tsx";
import { boardControls, Choices, SHOWN } from "./choices.tsx";
import { Head } from "../shapes/head.tsx";

async function boardsPage(visit: Visit<"keep" | "alerts">, mistake: Mistake | null = null): Promise<Response> {
  const { ports, fields, url } = visit;
  const all = await ports.keep.all(board);
  const listIds = all.flatMap((one) => (one as AnyKept)["watchlistId"] ?? []) as string[];
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
  const shown = { ...visit, fields: new Fields() };
  return show(shown, { title: "Boards", path: BOARDS, status: mistake === null ? 200 : 422, body });
}

const back = async (visit: Visit, flash: Flash): Promise<Response> => seeOther(BOARDS, await flashed(flash, visit));

const saidIn = ({ fields }: Visit) => ({
  ...jsonOf(boardControls(), fields),
  watchlistId: fields.text("/watchlistId") || null,
});

async function added(visit: Visit<"keep" | "alerts">): Promise<Response> {
  const made = await create(board, saidIn(visit), keepDeps(visit, 201));
  if (made.ok) return back(visit, { text: "Board added. It appears within a minute." });
  if (made.error.kind === "invalid") return boardsPage(visit, { of: "", errors: made.error.errors });
  return granted(made) as never;
}

const theBoard = async ({ ports, params }: Visit<"keep">) =>
  found(await ports.keep.find(board, params["id"]!), board.noun);

async function changed(visit: Visit<"keep" | "alerts">): Promise<Response> {
  const before = await theBoard(visit);
  const written = await change(board, before, saidIn(visit), takesBack(visit), keepDeps(visit, 200));
  if (!written.ok && written.error.kind === "invalid")
    return boardsPage(visit, { of: before.id, errors: written.error.errors });
  const { one } = granted(written);
  const fields = Object.fromEntries(
    SHOWN.map((pointer) => [pointer, ((before as AnyKept)[pointer.slice(1)] as string | null) ?? ""]),
  );
  const undo = visit.fields.has("undo") ? {} : undoOf(`${BOARDS}/${one.id}`, one.revision, fields);
  return back(visit, { text: visit.fields.has("undo") ? "Change undone" : "Board saved", ...undo });
}

async function deleted(visit: Visit<"keep">): Promise<Response> {
  const one = await theBoard(visit);
  granted(await remove(board, one, { cascade: false, revisions: null }, keepDeps(visit, 204)));
  return back(visit, { text: `${shownName((one as AnyKept)["name"] as string)} deleted` });
}

const post = formsAt(BOARDS);

export const boardPages: Page[] = [
  page({ method: "get", path: BOARDS, scope: "read", needs: ["keep", "alerts"], handle: (visit) => boardsPage(visit) }),
  post("", "createBoard", ["keep", "alerts"], added),
  post("/{id}", "changeBoard", ["keep", "alerts"], changed),
  post("/{id}/delete", "deleteBoard", ["keep"], deleted),
];

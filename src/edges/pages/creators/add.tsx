import type { FieldError } from "../../../core/refusal.ts";
import type { ListHead } from "../../../flows/browse/creators.ts";
import { importTargets, type Imported } from "../../../flows/manage/import-targets.ts";
import { watchlist } from "../../../resources/watchlists/watchlist.ts";
import { granted, Problem } from "../../http/problem.ts";
import type { Page, Visit } from "../page.ts";
import { ButtonLink } from "../parts/form.tsx";
import { Name } from "../parts/name.tsx";
import { Note, Pill } from "../parts/pieces.tsx";
import { show } from "../show.tsx";
import { AddForm, UNTYPED, type Typed } from "./add-form.tsx";
import { CREATORS } from "./address.ts";
import { pastedRows, type Pasted } from "./pasted.ts";
import { CREATOR_ROOM, manyOf } from "../one/room.ts";

/** What came of one line. */
interface Line {
  text: string;
  id: string | null;
  words: string;
  tone: "good" | "hand" | "plain";
}

/** What is wrong with a row, for people: the field is named where the words alone do not say which. */
const wrongWords = (errors: FieldError[]): string =>
  errors
    .map(({ pointer, message }) => {
      const field = pointer.replace(/^\/(params\/?)?/, "");
      return field === "" ? message : `${field} ${message}`;
    })
    .join("; ");

const lineOf = (text: string, came: Imported): Line => {
  if ("errors" in came) return { text, id: null, words: wrongWords(came.errors), tone: "hand" };
  const words = !came.made ? "already there" : came.waits ? "waits to be looked up" : "added";
  return { text, id: came.id, words, tone: came.made ? "good" : "plain" };
};

const Lines = ({ lines }: { lines: Line[] }) => (
  <ul class="rows tight card" aria-label="What came of each line">
    {lines.map(({ text, id, words, tone }) => (
      <li class="used came">
        <span class="cut">
          {id === null ? (
            <Name of={text} />
          ) : (
            <a href={`/creators/${id}`}>
              <Name of={text} />
            </a>
          )}
        </span>
        {tone === "hand" ? (
          <span class="warn">{words}</span>
        ) : (
          <Pill tone={tone} icon={words === "waits to be looked up" ? "clock" : "done"}>
            {words}
          </Pill>
        )}
      </li>
    ))}
  </ul>
);

const headlineOf = (added: number, left: number): string =>
  added === 0 && left > 0 ? "Nobody was added" : `${manyOf(CREATOR_ROOM.kind, added)} added`;

async function addPage(visit: Visit, typed: Typed, lines: Line[], status = 200): Promise<Response> {
  const lists = (await visit.ports.keep.all(watchlist)) as unknown as ListHead["lists"];
  const added = lines.filter(({ tone }) => tone === "good").length;
  const left = lines.filter(({ tone }) => tone === "hand").length;
  const title = lines.length === 0 ? "Add creators" : headlineOf(added, left);
  const body = (
    <>
      <div class="head">
        <div>
          <a class="crumb" href={CREATORS}>
            Creators
          </a>
          <h1>{title}</h1>
        </div>
        {added === 0 ? null : (
          <div class="acts">
            <ButtonLink href={CREATORS} look="main">
              To all creators
            </ButtonLink>
          </div>
        )}
      </div>
      <div class="stack">
        {lines.length === 0 ? null : <Lines lines={lines} />}
        {left === 0 ? null : (
          <Note tone="hand" alert>
            <p>
              {left === 1 ? "One line was" : `${left} lines were`} left out. {left === 1 ? "It stands" : "They stand"}{" "}
              below: mend what is wrong and send again.
            </p>
          </Note>
        )}
        <section class="card pad">
          <AddForm typed={typed} lists={lists} />
        </section>
      </div>
    </>
  );
  return show(visit, { title, path: CREATORS, status, body });
}

async function added(visit: Visit): Promise<Response> {
  const { fields, ports, session } = visit;
  const typed: Typed = {
    text: fields.text("creators"),
    list: fields.text("list") || UNTYPED.list,
    announce: fields.text("announce") === "true",
    wrong: null,
  };
  const pasted = readPasted(typed);
  if (typeof pasted === "string") return addPage(visit, { ...typed, wrong: pasted }, [], 422);
  const imported = granted(
    await importTargets(pasted.rows, true, {
      ...ports.keep,
      by: session.actor.name,
      watchlistIds: (named) => ports.keep.named(watchlist, named),
      write(steps, came) {
        const failed = came.filter((one) => "errors" in one).length;
        const answered = { status: 200 as const, body: null, headers: {}, subject: null };
        return visit.write(steps, answered, [{ rows: came.length, failed }]);
      },
    }),
  );
  const lines = imported.map((came) => lineOf(pasted.texts[came.index]!, came));
  const left = lines.filter(({ tone }) => tone === "hand");
  // Of a table the header stays with the lines that are left.
  const [header = ""] = typed.text.split(/\r\n|\r|\n/);
  const kept = [...(pasted.header ? [header] : []), ...left.map(({ text }) => text)];
  const text = left.length === 0 ? "" : kept.join("\n");
  return addPage(visit, { ...typed, text }, lines, left.length === lines.length ? 422 : 200);
}

/** The creators that were typed, or in words why they cannot be read at all. */
function readPasted({ text, list, announce }: Typed): Pasted | string {
  try {
    const pasted = pastedRows(text, { watchlistId: list, announceInitial: announce });
    return pasted.rows.length === 0 ? "Write at least one." : pasted;
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown;
    return [thrown.message, ...(thrown.extras.errors ?? []).map((one) => wrongWords([one]))].join(" ");
  }
}

export const addPages: Page[] = [
  { method: "get", path: "/creators/add", scope: "write", handle: (visit) => addPage(visit, UNTYPED, []) },
  { method: "post", path: "/creators/add", scope: "write", operation: "importTargets", handle: added },
];

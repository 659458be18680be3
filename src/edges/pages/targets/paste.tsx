import { type Page, type PageContext, pageAt, formsAt } from "../page.ts";
import { ButtonLink } from "../parts/form.tsx";
import { Name } from "../parts/name.tsx";
import { Note, Pill } from "../parts/pieces.tsx";
import { show } from "../show.tsx";
import { AddForm, typedIn, UNTYPED, type Typed } from "../parts/pasting/add-form.tsx";
import { CREATORS } from "../words/creator-address.ts";
import { CREATOR_ROOM, manyOf } from "../words/rooms.ts";
import { watchPasted, type Line } from "../parts/pasting/watch.ts";

const Lines = ({ lines }: { lines: Line[] }) => (
  <ul class="rows tight card" aria-label="Result of each line">
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
          <Pill tone={tone} icon={words === "lookup pending" ? "clock" : "done"}>
            {words}
          </Pill>
        )}
      </li>
    ))}
  </ul>
);

const headlineOf = (added: number, left: number): string =>
  added === 0 && left > 0 ? "No one was added" : `${manyOf(CREATOR_ROOM.kind, added)} added`;

async function addPage(context: PageContext<"lists">, typed: Typed, lines: Line[], status = 200): Promise<Response> {
  const lists = await context.ports.lists([typed.list]);
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
              Go to creators
            </ButtonLink>
          </div>
        )}
      </div>
      <div class="stack">
        {lines.length === 0 ? null : <Lines lines={lines} />}
        {left === 0 ? null : (
          <Note tone="hand" alert>
            <p>
              {left === 1 ? "1 line was skipped. Fix it" : `${left} lines were skipped. Fix them`} below, then add
              again.
            </p>
          </Note>
        )}
        <section class="card pad">
          <AddForm typed={typed} lists={lists} />
        </section>
      </div>
    </>
  );
  return show(context, { title, path: CREATORS, status, body });
}

async function added(context: PageContext<"keep" | "lists">): Promise<Response> {
  const typed = typedIn(context.fields);
  const came = await watchPasted(context, typed);
  if (came.wrong !== null) return addPage(context, { ...typed, wrong: came.wrong }, [], 422);
  const none = came.lines.every(({ tone }) => tone === "hand");
  return addPage(context, { ...typed, text: came.left }, came.lines, none ? 422 : 200);
}

export const addPages: Page[] = [
  pageAt("/creators/add", ["lists"], (context) => addPage(context, UNTYPED, []), "write"),
  formsAt("/creators/add")("", "importTargets", ["keep", "lists"], added),
];

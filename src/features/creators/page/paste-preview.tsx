import { hoursText } from "../../../core/hours-text.ts";
import type { JsonObject } from "../../../core/json.ts";
import type { WeeklyHours } from "../../../core/weekly-hours.ts";
import type { ListHead } from "../creators.ts";
import { AddOptions, NameChoices } from "../pasting/add-form.tsx";
import { isMarked, type Role } from "../pasting/columns.ts";
import { isShort, nameOf } from "../pasting/creator-in.ts";
import { besides, type Part, type Pasted } from "../pasting/pasted.ts";
import { columnTitle, type PastedSheet } from "../pasting/sheet-creators.ts";
import type { Typed } from "../pasting/typed.ts";
import { ownList, type RowPart, type Watching } from "../pasting/watch.ts";
import { Button, Form, Options } from "../../../ui/parts/form.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Avatar, Name } from "../../../ui/parts/name.tsx";
import { Fold, Pill } from "../../../ui/parts/pieces.tsx";
import { CREATOR_ROOM, manyOf } from "../../../ui/words/rooms.ts";
import { displayedName } from "../../../ui/words/name.ts";
import { language, plural, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

/** Creators that are listed; the others are behind a fold. */
const READY_DISPLAYED = 8;

const CANT: Partial<Record<Part["as"], true>> = { refused: true, again: true };

const Refused = ({ parts }: { parts: Part[] }) => (
  <section class="card" id="cant" aria-labelledby="cant-title">
    <div class="cap">
      <h2 id="cant-title">{t("Can’t be added")}</h2>
      <Pill>{parts.length}</Pill>
    </div>
    <ul class="rows tight">
      {parts.map((part) => (
        <li class="used came">
          <span class="soft num at-line">{t("line {n}", { n: String(part.line) })}</span>
          <span class="cut">
            <Name of={besides(part.text)} />
          </span>
          {part.as === "refused" ? (
            <span class="warn">{part.reason}</span>
          ) : (
            <span class="soft">
              {part.as === "again" ? t("same creator as line {n}, added once", { n: String(part.of) }) : ""}
            </span>
          )}
        </li>
      ))}
    </ul>
  </section>
);

/** The usual hours as they were understood. A cell that says something else is left out, which is shown. */
function hoursWords(hours: WeeklyHours[] | undefined, cell = ""): string[] {
  if (hours !== undefined) return [t("usually {hours}", { hours: hoursText(hours, language()) })];
  return cell === "" ? [] : [t("added without hours: “{cell}” is not days and times", { cell: displayedName(cell) })];
}

/** A creator who is ready or watched already, with the link or handle, and the list if the sheet has one. */
function Ready({ part, watching }: { part: RowPart; watching: Watching | undefined }) {
  const value = (part.row.ok ? part.row.value : {}) as JsonObject;
  const params = (value["params"] ?? {}) as JsonObject;
  const name = typeof value["name"] === "string" ? value["name"] : "";
  const called = nameOf(params);
  const url = params["url"];
  const more = [
    ...(typeof value["watchlist"] === "string" ? [value["watchlist"]] : []),
    ...(value["priority"] === undefined ? [] : [t("favorite")]),
    ...hoursWords(value["usualHours"] as WeeklyHours[] | undefined, part.hours),
    ...(typeof url === "string" && isShort(url) ? [t("short link, looked up when added")] : []),
  ].join(" · ");
  return (
    <li class="used came">
      <span class="soft num at-line">{t("line {n}", { n: String(part.line) })}</span>
      <Avatar name={name} of={called} small />
      <span class="cut">
        <Name of={name} />
        {called === name ? null : (
          <small class="soft">
            {" "}
            <Name of={called} />
          </small>
        )}
      </span>
      {watching === undefined ? (
        <span class="soft cut">
          <Name of={more} otherwise="" />
        </span>
      ) : (
        <span class={watching.as === "also" ? "warn" : "soft"}>
          {watching.as === "also" ? (
            <T of="also in {list}: alerts may come twice" list={<Name of={watching.list} />} />
          ) : (
            <T of="in {list}" list={<Name of={watching.list} />} />
          )}
        </span>
      )}
    </li>
  );
}

/** The rows that would add somebody, and those of creators who are watched already. */
function dividedOf(parts: Part[], watching: ReadonlyMap<RowPart, Watching>): { ready: RowPart[]; there: RowPart[] } {
  const rows = parts.flatMap((part) => (part.as === "row" ? [part] : []));
  const isThere = (part: RowPart): boolean => (watching.get(part)?.as ?? "also") !== "also";
  return { ready: rows.filter((part) => !isThere(part)), there: rows.filter(isThere) };
}

/** The words of the page's title: how many rows can be added. */
export function readinessOf(parts: Part[], watching: ReadonlyMap<RowPart, Watching>): string {
  const ready = dividedOf(parts, watching).ready.length;
  if (ready === parts.length) return plural(ready, "{n} row is ready", "All {n} rows are ready");
  return plural(ready, "{n} of {all} rows is ready", "{n} of {all} rows are ready", { all: parts.length });
}

interface PreviewProps {
  pasted: Pasted & { sheet: PastedSheet };
  typed: Typed;
  lists: ListHead["lists"];
  /** Who is watched already. */
  watching: ReadonlyMap<RowPart, Watching>;
}

/** Rows of the sheet that are shown below its columns. */
const ROWS_DISPLAYED = 3;

/** Returns the words of each role; a favourite's cell is quoted as the sheet has it. */
function roleWords({ rows, roles }: PastedSheet): [Role, string][] {
  const column = roles.indexOf("favourite");
  const mark = rows.map(({ cells }) => cells[column] ?? "").find((cell) => cell.trim() !== "" && isMarked(cell));
  return [
    ["name", t("Name")],
    ["handle", t("Handle or link")],
    ["list", t("List")],
    ["favourite", mark === undefined ? t("Favorite") : t("Favorite if “{mark}”", { mark: mark.trim() })],
    ["hours", t("Usual hours")],
    ["none", t("Not used")],
  ];
}

/** The columns of the sheet with what each is used for. */
function Columns({ sheet }: { sheet: PastedSheet }) {
  const words = roleWords(sheet);
  return (
    <div class="columns-map">
      {sheet.roles.map((role, column) => (
        <div class={role === "none" ? "col unused" : "col"}>
          <label for={`column-${column}`}>
            <Name of={columnTitle(sheet, column)} />
          </label>
          <select class="in" id={`column-${column}`} name="column">
            <Options of={words} chosen={role} />
          </select>
          <ul>
            {sheet.rows.slice(0, ROWS_DISPLAYED).map(({ cells }) => (
              <li class="cut">
                <Name of={(cells[column] ?? "").trim()} otherwise="–" />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

/** Who would be added, the lists that come with them, and who is watched already. */
function Rows({
  ready,
  there,
  lists,
  watching,
}: Pick<PreviewProps, "lists" | "watching"> & ReturnType<typeof dividedOf>) {
  const named = ready.flatMap((part) => ownList(part) ?? []);
  const fresh = [...new Set(named)].filter((name) => !lists.some((list) => list.name === name));
  return (
    <>
      <section class="card" id="ready" aria-labelledby="ready-title">
        <div class="cap">
          <h2 id="ready-title">{t("Ready")}</h2>
          <Pill tone="good" icon="done">
            {ready.length}
          </Pill>
        </div>
        <ul class="rows tight">
          {ready.slice(0, READY_DISPLAYED).map((part) => (
            <Ready part={part} watching={watching.get(part)} />
          ))}
        </ul>
        {ready.length <= READY_DISPLAYED ? null : (
          <Fold title={plural(ready.length - READY_DISPLAYED, "Show {n} more", "Show {n} more")} class="pad">
            <ul class="rows tight">
              {ready.slice(READY_DISPLAYED).map((part) => (
                <Ready part={part} watching={watching.get(part)} />
              ))}
            </ul>
          </Fold>
        )}
        {fresh.length === 0 ? null : (
          <p class="pad soft">
            <T of="New lists: {names}" names={<Name of={fresh.join(", ")} />} />
          </p>
        )}
      </section>
      {there.length === 0 ? null : (
        <section class="card" aria-label={t("Already watched")}>
          <Fold title={`${t("Already watched")} (${there.length})`} class="pad">
            <ul class="rows tight">
              {there.map((part) => (
                <Ready part={part} watching={watching.get(part)} />
              ))}
            </ul>
          </Fold>
        </section>
      )}
    </>
  );
}

/** The form of a pasted sheet before anything is added: its columns, decisions, what can't be added, and who is ready. */
export const Preview = ({ pasted: { parts, sheet }, typed, lists, watching }: PreviewProps) => {
  const { ready, there } = dividedOf(parts, watching);
  const cant = parts.filter(({ as }) => CANT[as] === true);
  const requested = parts.filter(({ as }) => as === "names");
  const listColumn = sheet.roles.indexOf("list");
  const column = { name: columnTitle(sheet, listColumn), isPartial: ready.some((part) => ownList(part) === null) };
  return (
    <Form action="/creators/add" class="stack">
      <section class="card" aria-labelledby="columns">
        <div class="cap">
          <h2 id="columns">{t("Recognized columns")}</h2>
          <p class="soft">
            {plural(sheet.rows.length, "{n} row", "{n} rows")},{" "}
            {plural(sheet.roles.length, "{n} column", "{n} columns")}
          </p>
        </div>
        <Columns sheet={sheet} />
        <p class="pad line">
          <Button name="read" value="true" icon="again" formaction="/creators/add/read">
            {t("Read again with these columns")}
          </Button>
        </p>
      </section>
      {cant.length + requested.length === 0 ? null : (
        <p class="chips">
          {requested.length === 0 ? null : (
            <a class="chip" href="#decide">
              <Icon name="hand" small /> {t("Need a decision")} {requested.length}
            </a>
          )}
          {cant.length === 0 ? null : (
            <a class="chip" href="#cant">
              <Icon name="ended" small /> {t("Can’t be added")} {cant.length}
            </a>
          )}
          <a class="chip" href="#ready">
            <Icon name="done" small /> {t("Ready")} {ready.length}
          </a>
        </p>
      )}
      {requested.length === 0 ? null : (
        <section class="card" id="decide" aria-labelledby="decide-title">
          <div class="cap">
            <h2 id="decide-title">{t("Need a decision")}</h2>
            <Pill tone="hand">{plural(requested.length, "{n} row", "{n} rows")}</Pill>
          </div>
          <div class="pad flow">
            <p class="soft">{t("One creator, several names. Which should alerts use? Rows without a choice wait.")}</p>
            <NameChoices parts={parts} chosen={typed.names} />
          </div>
        </section>
      )}
      {cant.length === 0 ? null : <Refused parts={cant} />}
      <Rows ready={ready} there={there} lists={lists} watching={watching} />
      <section class="card pad flow">
        <Fold title={t("Show what I pasted")}>
          <div class="field">
            <label for="paste" class="sr">
              {t("What you pasted")}
            </label>
            <textarea class="in" id="paste" name="creators" rows={10} spellcheck={false}>
              {`\n${typed.text}`}
            </textarea>
          </div>
        </Fold>
        <AddOptions typed={typed} lists={lists} {...(listColumn === -1 ? {} : { column })} />
        <p class="line">
          <Button look="main" busy={t("Adding…")}>
            {ready.length === 0
              ? t("Add creators")
              : t("Add {many}", { many: manyOf(CREATOR_ROOM.kind, ready.length) })}
          </Button>
          <a class="btn bare" href="/creators/add">
            {t("Discard")}
          </a>
        </p>
      </section>
    </Form>
  );
};

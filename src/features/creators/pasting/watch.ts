import { isObject, type JsonObject } from "../../../core/json.ts";
import { targetKinds } from "../../../kinds/registry.ts";
import { BROADCASTING } from "../../history/broadcasts.ts";
import type { CreatorPorts, Listing } from "../creators.ts";
import { type Imported, type ImportPorts, importTargets } from "../import-targets.ts";
import { watchlist } from "../../lists/resource/watchlist.ts";
import { granted } from "../../../http/problem.ts";
import type { PageContext } from "../../../ui/page.ts";
import { plural, t } from "../../../ui/words/text.ts";
import type { Part, Pasted } from "./pasted.ts";
import { invalidWords, pastedIn, type Typed } from "./typed.ts";

/** The result of one creator in a line. */
export interface Line {
  /** The line in the paste, from 1. */
  line: number;
  text: string;
  id: string | null;
  words: string;
  tone: "good" | "hand" | "plain";
  /** The name of another list that has the creator; null if none is known to. */
  also: string | null;
  /** True if the creator was not added because of that list. */
  held: boolean;
  /** The target that the line asks for. */
  wanted: JsonObject | null;
}

/** The results of all pasted lines with the lines left to fix, or the reason why nothing could be read. */
export type Watched = { wrong: string } | { wrong: null; lines: Line[]; left: string };

/** Returns the words for a creator who is pasted with several names. */
const namesWords = (names: string[]): string =>
  plural(
    names.length,
    "one creator with {n} name ({names}): choose one below",
    "one creator with {n} names ({names}): choose one below",
    { names: names.join(", ") },
  );

export type RowPart = Extract<Part, { as: "row" }>;

/** One list however its name is typed: case and spaces don't make another. */
const folded = (name: string): string => name.normalize("NFKC").trim().replaceAll(/\s+/g, " ").toLowerCase();

/** The rows with lists by the names that they have, or by the first of those that mean one list. */
export function inLists<Some extends { parts: Part[] }>(pasted: Some, lists: { name: string }[]): Some {
  const names = new Map(lists.map(({ name }) => [folded(name), name]));
  const parts = pasted.parts.map((part): Part => {
    const own = part.as === "row" ? ownList(part) : null;
    if (part.as !== "row" || own === null || !part.row.ok) return part;
    const known = names.get(folded(own));
    if (known === undefined) names.set(folded(own), own.trim());
    return {
      ...part,
      row: { ...part.row, value: { ...(part.row.value as JsonObject), watchlist: known ?? own.trim() } },
    };
  });
  return { ...pasted, parts };
}

/** A row's creator who is watched: by its own list, or another one, for which a row that names no list is held back. */
export interface Watching {
  list: string;
  as: "there" | "held" | "also";
}

/** Who of a paste is watched already. */
export async function watchingOf(rows: RowPart[], typed: Typed, ports: CreatorPorts): Promise<Map<RowPart, Watching>> {
  const listings = await listingsOf(rows, ports);
  return new Map(
    [...listings].map(([part, found]): [RowPart, Watching] => {
      const own = found.find((one) => isIn(part, typed, one));
      if (own !== undefined) return [part, { list: own.list, as: "there" }];
      return [part, { list: found[0]!.list, as: typed.again || ownList(part) !== null ? "also" : "held" }];
    }),
  );
}

/** Watches the pasted creators and reports on each line. Whoever is in another list is added only if that is wanted. */
export async function watchPasted(context: PageContext<ImportPorts & CreatorPorts>, typed: Typed): Promise<Watched> {
  const { ports, session } = context;
  const typedIn = pastedIn(typed);
  if (typeof typedIn === "string") return { wrong: typedIn };
  const pasted = inLists(typedIn, await ports.lists([typed.list]));
  const all = pasted.parts.flatMap((part) => (part.as === "row" ? [part] : []));
  const also = await otherLists(all, typed, ports);
  const isHeld = (part: RowPart): boolean => !typed.again && also.has(part) && ownList(part) === null;
  const rows = all.filter((part) => !isHeld(part));
  const failedBefore = pasted.parts.filter(({ as }) => as === "refused" || as === "names").length;
  const imported = granted(
    await importTargets(
      rows.map(({ row }) => row),
      true,
      {
        ...ports.keep,
        by: session.actor.name,
        watchlistIds: (named) => ports.keep.named(watchlist, named),
        write(steps, arrived) {
          const failed = arrived.filter((one) => "errors" in one).length + failedBefore;
          const answered = { status: 200 as const, body: null, headers: {}, subject: null };
          return context.write(steps, answered, [{ rows: pasted.parts.length, failed }]);
        },
      },
    ),
  );
  const arrived = new Map(imported.map((one) => [rows[one.index]!, one]));
  const idsByLine = new Map(all.map((part) => [part.line, also.get(part)?.id ?? idOf(arrived.get(part))]));
  const lines = pasted.parts.map((part): Line => {
    const listed = part.as === "row" ? also.get(part) : undefined;
    if (part.as === "row" && listed !== undefined && isHeld(part)) return heldLine(part, listed);
    const line = lineOf(part, arrived.get(part as RowPart), idsByLine);
    return { ...line, also: listed?.list ?? null };
  });
  return { wrong: null, lines, left: leftOf(pasted, lines) };
}

const paramsOf = ({ row }: RowPart): JsonObject | null =>
  row.ok && isObject(row.value) && isObject(row.value["params"]) ? row.value["params"] : null;

/** The name of the list in a row itself; null if it has none. */
export const ownList = ({ row }: RowPart): string | null =>
  row.ok && isObject(row.value) && typeof row.value["watchlist"] === "string" ? row.value["watchlist"] : null;

/** True if a place is in the list that a row is for. */
const isIn = (part: RowPart, { list }: Typed, where: Listing): boolean => {
  const own = ownList(part);
  return own === null ? where.listId === list : where.list === own;
};

/** Another list that has the creator of a row, if its own list doesn't have them yet. */
const otherLists = async (rows: RowPart[], typed: Typed, ports: CreatorPorts): Promise<Map<RowPart, Listing>> =>
  new Map(
    [...(await listingsOf(rows, ports))].flatMap(([part, found]) =>
      found.some((where) => isIn(part, typed, where)) ? [] : [[part, found[0]!]],
    ),
  );

/** The lists that have the creator of a row; rows of whom none has any are left out. */
async function listingsOf(rows: RowPart[], ports: CreatorPorts): Promise<Map<RowPart, Listing[]>> {
  const kind = targetKinds[BROADCASTING]!;
  const identities = rows.flatMap((part): [RowPart, string][] => {
    const params = paramsOf(part);
    return params === null ? [] : [[part, kind.resolves?.alias(params) ?? kind.identity(params)]];
  });
  if (identities.length === 0) return new Map();
  const lists = await ports.listsOf(identities.map(([, one]) => one));
  return new Map(
    identities.flatMap(([part, one]) => {
      const found = lists.get(one) ?? [];
      return found.length === 0 ? [] : [[part, found]];
    }),
  );
}

/** The line of a creator whom another list has. */
const heldLine = ({ line, text, row }: RowPart, { id, list }: Listing): Line => ({
  line,
  text,
  wanted: row.ok ? (row.value as JsonObject) : null,
  id,
  words: t("already added"),
  tone: "plain",
  also: list,
  held: true,
});

const idOf = (arrived: Imported | undefined): string | null =>
  arrived !== undefined && "id" in arrived ? arrived.id : null;

function lineOf(part: Part, arrived: Imported | undefined, ids: Map<number, string | null>): Line {
  const { line, text } = part;
  const nobody = { line, text, id: null, wanted: null, also: null, held: false };
  if (part.as === "refused") return { ...nobody, words: part.reason, tone: "hand" };
  if (part.as === "names") return { ...nobody, words: namesWords(part.names), tone: "hand" };
  if (part.as === "again")
    return {
      ...nobody,
      id: ids.get(part.of) ?? null,
      words: t("same creator as line {line}", { line: String(part.of) }),
      tone: "plain",
    };
  const wanted = part.row.ok ? (part.row.value as JsonObject) : null;
  if (arrived === undefined || "errors" in arrived)
    return { ...nobody, wanted, words: invalidWords(arrived?.errors ?? []), tone: "hand" };
  const words = t(!arrived.isNew ? "already added" : arrived.waits ? "lookup pending" : "added");
  return { ...nobody, wanted, id: arrived.id, words, tone: arrived.isNew ? "good" : "plain" };
}

/** Whether a line is left to fix. */
export const isLeft = ({ tone }: Line): boolean => tone === "hand";

/** Returns the lines that are left, below the header of their table. Creators side by side stay together. */
export function leftOf({ header }: Pick<Pasted, "header">, lines: Line[], isWanted = isLeft): string {
  const left = lines.filter(isWanted);
  if (left.length === 0) return "";
  return [...(header === null ? [] : [header]), ...left.map(({ text }) => text)].join("\n");
}

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

type RowPart = Extract<Part, { as: "row" }>;

/** Watches the pasted creators and reports on each line. Whoever is in another list is added only if that is wanted. */
export async function watchPasted(context: PageContext<ImportPorts & CreatorPorts>, typed: Typed): Promise<Watched> {
  const { ports, session } = context;
  const pasted = pastedIn(typed);
  if (typeof pasted === "string") return { wrong: pasted };
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
const ownList = ({ row }: RowPart): string | null =>
  row.ok && isObject(row.value) && typeof row.value["watchlist"] === "string" ? row.value["watchlist"] : null;

/** Another list that has the creator of a row, if its own list doesn't have them yet. */
async function otherLists(rows: RowPart[], { list }: Typed, ports: CreatorPorts): Promise<Map<RowPart, Listing>> {
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
      const own = ownList(part)?.trim() ?? null;
      const isOwn = (where: Listing): boolean => (own === null ? where.listId === list : where.list === own);
      return found.length === 0 || found.some(isOwn) ? [] : [[part, found[0]!]];
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

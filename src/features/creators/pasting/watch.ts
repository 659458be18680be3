import type { JsonObject } from "../../../core/json.ts";
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
  /** The target that the line asks for. */
  wanted: JsonObject | null;
}

/** The results of all pasted lines with the lines left to fix, or the reason why nothing could be read. */
export type Watched = { wrong: string } | { wrong: null; lines: Line[]; left: string };

/** Returns the refusal of a part, with its line. */
export const refusalOf = (line: number, reason: string): string =>
  t("line {line}: {reason}", { line: String(line), reason });

/** Returns the words for a creator who is pasted with several names. */
const namesWords = (names: string[]): string =>
  plural(
    names.length,
    "one creator with {n} name ({names}): choose one below",
    "one creator with {n} names ({names}): choose one below",
    { names: names.join(", ") },
  );

/** Watches the pasted creators and reports on each line. */
export async function watchPasted(context: PageContext<ImportPorts>, typed: Typed): Promise<Watched> {
  const { ports, session } = context;
  const pasted = pastedIn(typed);
  if (typeof pasted === "string") return { wrong: pasted };
  const rows = pasted.parts.flatMap((part) => (part.as === "row" ? [part] : []));
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
  const idsByLine = new Map(rows.map((part) => [part.line, idOf(arrived.get(part))]));
  const lines = pasted.parts.map((part) => lineOf(part, arrived.get(part as (typeof rows)[number]), idsByLine));
  return { wrong: null, lines, left: leftOf(pasted, lines) };
}

const idOf = (arrived: Imported | undefined): string | null =>
  arrived !== undefined && "id" in arrived ? arrived.id : null;

function lineOf(part: Part, arrived: Imported | undefined, ids: Map<number, string | null>): Line {
  const { line, text } = part;
  const nobody = { line, text, id: null, wanted: null };
  if (part.as === "refused") return { ...nobody, words: refusalOf(line, part.reason), tone: "hand" };
  if (part.as === "names") return { ...nobody, words: refusalOf(line, namesWords(part.names)), tone: "hand" };
  if (part.as === "again")
    return {
      ...nobody,
      id: ids.get(part.of) ?? null,
      words: t("same creator as line {line}", { line: String(part.of) }),
      tone: "plain",
    };
  const wanted = part.row.ok ? (part.row.value as JsonObject) : null;
  if (arrived === undefined || "errors" in arrived)
    return { line, text, wanted, id: null, words: refusalOf(line, invalidWords(arrived?.errors ?? [])), tone: "hand" };
  const words = t(!arrived.isNew ? "already added" : arrived.waits ? "lookup pending" : "added");
  return { line, text, wanted, id: arrived.id, words, tone: arrived.isNew ? "good" : "plain" };
}

/** Returns the lines that are left to fix, below the header of their table. Creators side by side stay together. */
export function leftOf({ header }: Pick<Pasted, "header">, lines: Line[]): string {
  const left = lines.filter(({ tone }) => tone === "hand");
  if (left.length === 0) return "";
  return [...(header === null ? [] : [header]), ...left.map(({ text }) => text)].join("\n");
}

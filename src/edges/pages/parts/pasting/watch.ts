import type { JsonObject } from "../../../../core/json.ts";
import type { FieldError } from "../../../../core/refusal.ts";
import { importTargets, type Imported } from "../../../../flows/manage/import-targets.ts";
import { watchlist } from "../../../../resources/watchlists/watchlist.ts";
import { granted, Problem } from "../../../http/problem.ts";
import type { PageContext } from "../../page.ts";
import type { Typed } from "./add-form.tsx";
import { pastedRows, type Pasted } from "./pasted.ts";

/** What came of one line. */
export interface Line {
  text: string;
  id: string | null;
  words: string;
  tone: "good" | "hand" | "plain";
  /** The target that it asks for. */
  wanted: JsonObject | null;
}

/** What came of all that was pasted, and the lines that are to be mended; or in words why nothing can be read of it. */
export type Watched = { wrong: string } | { wrong: null; lines: Line[]; left: string };

/** What is wrong with a row, for people: the field is named where the words alone do not say which. */
const wrongWords = (errors: FieldError[]): string =>
  errors
    .map(({ pointer, message }) => {
      const field = pointer.replace(/^\/(params\/?)?/, "");
      return field === "" ? message : `${field} ${message}`;
    })
    .join("; ");

const lineOf = (text: string, wanted: JsonObject | null, came: Imported): Line => {
  if ("errors" in came) return { text, wanted, id: null, words: wrongWords(came.errors), tone: "hand" };
  const words = !came.made ? "already added" : came.waits ? "lookup pending" : "added";
  return { text, wanted, id: came.id, words, tone: came.made ? "good" : "plain" };
};

/** Watches those who were pasted; each line is answered. */
export async function watchPasted(context: PageContext<"keep">, typed: Typed): Promise<Watched> {
  const { ports, session } = context;
  const pasted = readPasted(typed);
  if (typeof pasted === "string") return { wrong: pasted };
  const imported = granted(
    await importTargets(pasted.rows, true, {
      ...ports.keep,
      by: session.actor.name,
      watchlistIds: (named) => ports.keep.named(watchlist, named),
      write(steps, came) {
        const failed = came.filter((one) => "errors" in one).length;
        const answered = { status: 200 as const, body: null, headers: {}, subject: null };
        return context.write(steps, answered, [{ rows: came.length, failed }]);
      },
    }),
  );
  const lines = imported.map((came) => {
    const row = pasted.rows[came.index]!;
    return lineOf(pasted.texts[came.index]!, row.ok ? (row.value as JsonObject) : null, came);
  });
  const left = lines.filter(({ tone }) => tone === "hand");
  // Of a table the header stays with the lines that are left.
  const [header = ""] = typed.text.split(/\r\n|\r|\n/);
  const remaining = [...(pasted.header ? [header] : []), ...left.map(({ text }) => text)];
  return { wrong: null, lines, left: left.length === 0 ? "" : remaining.join("\n") };
}

/** The creators that were typed, or in words why they cannot be read at all. */
function readPasted({ text, list, announce }: Typed): Pasted | string {
  try {
    const pasted = pastedRows(text, { watchlistId: list, announceInitial: announce });
    return pasted.rows.length === 0 ? "Enter at least one." : pasted;
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown;
    return [thrown.message, ...(thrown.extras.errors ?? []).map((one) => wrongWords([one]))].join(" ");
  }
}

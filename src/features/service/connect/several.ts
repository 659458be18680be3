import { pointed, type Json, type JsonObject } from "../../../core/json.ts";
import type { VerdictReading } from "../../../core/operation.ts";
import type { ProbeDeps } from "../../../engine/upstream/probe.ts";
import type { Credentials } from "../../../engine/upstream/definition.ts";
import { foldedHandle } from "../../../kinds/live/handle.ts";
import { decodeOwnRow } from "../../../kinds/live/own-row.ts";
import { asksFor, type CallDefinition } from "./example-address.ts";
import { candidates } from "./guess.ts";
import { jsonTextsIn, usedOf } from "./json-texts.ts";
import { pairedLeaves, type Leaf } from "./leaves.ts";
import { call, faultIn } from "./look-up.ts";
import { digitsOf, type Person } from "./person.ts";
import { tellsApart, listOf, readingAt, type Pair } from "./reading.ts";
import { isClear } from "./states.ts";

/** How one call asks for many creators, as a trial found out. */
export interface FoundSeveral {
  /** The request that asks for them, of those that may: 0 by the same parameter, 1 by its plural. */
  form: number;
  /** The most creators that one call asks for. */
  most: number;
}

export interface Several extends FoundSeveral {
  /** The operation, as it is stored. */
  definition: JsonObject;
}

interface SeveralRequest {
  /** The check of one creator that was tried with both. */
  asked: CallDefinition;
  people: [live: Person, off: Person];
  /** How the answer for one creator is read. */
  verdict: string;
  account: Credentials | null;
  /** What was found before, and is only tried with both again; null for nothing. */
  found?: FoundSeveral | null | undefined;
}

/** What one call asks for at most: the largest number that services of this kind document. */
const MOST = 50;

/** By what a call asks for creators, the placeholder of many, and what says whose a row is. */
const WAYS = [
  { one: "userId", many: "userIds", row: "rowUser" },
  { one: "handle", many: "handles", row: "rowHandle" },
] as const;

type Way = (typeof WAYS)[number];

/**
 * Finds out whether the service takes several creators in a call: asks for both at once, by the same parameter and by
 * its plural. It does if a list in the answer has a row of each that says what their own answers say. Then it is asked
 * for fifty, made-up ones among them, since services may cut off or refuse larger calls. Null if it takes one only, or
 * if the budget has no call left to find out.
 */
export async function severalIn(wish: SeveralRequest, deps: ProbeDeps): Promise<Several | null> {
  const { asked, people, found } = wish;
  const way = WAYS.find(({ one }) => asksFor(asked, one) && people.every(({ params }) => params[one] !== undefined));
  if (way === undefined || found === null) return null;
  const both = people.map(({ params }) => params[way.one]!);
  for (const [form, many] of formsOf(asked, way).entries()) {
    if (found !== undefined && found.form !== form) continue;
    const two = await rowsFor(both, { ...wish, way, many }, deps);
    // Who takes both ids for one name has no plural either.
    if (two === null || two.refused === 404) return null;
    if (two.definition === null) continue;
    if (found !== undefined) return { ...found, definition: { ...two.definition, most: found.most } };
    const fifty = await rowsFor(padded(both as [string, string], way), { ...wish, way, many }, deps);
    // A refusal may be about those that don't exist. Polls find the size that is taken.
    const isCut = fifty !== null && fifty.refused === null && fifty.definition === null;
    const most = isCut ? Math.max(2, fifty.rows) : MOST;
    return { form, most, definition: { ...two.definition, most } };
  }
  return null;
}

/** What a form sent of it; null for nothing. */
export function readFound(text: string): FoundSeveral | null {
  const [, form, most] = /^([01]):(\d{1,2})$/.exec(text) ?? [];
  return form === undefined || Number(most) < 2 || Number(most) > MOST
    ? null
    : { form: Number(form), most: Number(most) };
}

/** The requests that may ask for many: each place that names the creator does, by its name and by the plural of it. */
function formsOf(asked: CallDefinition, { one, many }: Way): CallDefinition[] {
  const renamed = (name: (key: string) => string): CallDefinition => {
    const entries = <Value extends Json>(of: Record<string, Value>) =>
      Object.fromEntries(
        Object.entries(of).flatMap(([key, value]): [string, Value | string][] => {
          if (value === `{${one}}`) return [[name(key), `{${many}}`]];
          // A room or handle beside the id is of one creator.
          return typeof value === "string" && /\{\w+\}/.test(value) ? [] : [[key, value]];
        }),
      );
    const { method, path, query, body } = asked;
    return { method, path: path.replaceAll(`{${one}}`, `{${many}}`), query: entries(query), body: entries(body) };
  };
  const forms = [renamed((key) => key), renamed((key) => (/s$/i.test(key) ? key : `${key}s`))].filter((form) =>
    asksFor(form, many as "userId"),
  );
  return forms.filter((form, place) => JSON.stringify(form) !== JSON.stringify(forms[place - 1]));
}

/** Both, and made-up ones between them: whoever cuts an answer off loses the last. */
function padded([live, off]: [string, string], { one }: Way): string[] {
  const made = Array.from({ length: MOST - 2 }, (_, n) =>
    one === "handle" ? `nobody.${n}` : String(BigInt(live) + BigInt(n + 1)),
  );
  return [live, ...made.filter((id) => id !== off), off];
}

interface Batch extends SeveralRequest {
  way: Way;
  many: CallDefinition;
}

/** What an answer about many says. */
interface Rows {
  /** The operation that reads both creators from it; null if it lacks one of them or says something else. */
  definition: JsonObject | null;
  /** The number of its rows. */
  rows: number;
  /** The status of a refusal, 0 for another fault; null for none. */
  refused: number | null;
}

/** Asks for many. Null if no call could be made. */
async function rowsFor(
  ids: string[],
  { way, many, people, verdict, account }: Batch,
  deps: ProbeDeps,
): Promise<Rows | null> {
  const values = { [way.many]: ids } as unknown as Person["params"];
  // The definition must be whole: the reading is not known before the answer.
  const draft = { ...many, rows: "/rows", [way.row]: "/id", verdict: "/live", on: [true], off: [false], most: MOST };
  const answered = await call("live.check", draft, values, account, deps);
  if (!answered.ok) return null;
  if (faultIn(answered.value) !== null) return { definition: null, rows: 0, refused: answered.value.status ?? 0 };
  const { answers, decode } = jsonTextsIn([answered.value.body]);
  const answer = answers[0]!;
  const found = readingOf(answer, { way, people, verdict });
  const rows = listWith(answer, idOf(people[0], way), way)?.all.length ?? 0;
  if (found === null) return { definition: null, rows, refused: null };
  const used = usedOf(decode, found);
  return {
    definition: { ...many, ...(found as unknown as JsonObject), ...(used.length === 0 ? {} : { decode: used }) },
    rows,
    refused: null,
  };
}

/** An id in the form in which the engine compares it; null for what is none. */
const identityIn = (value: Json | undefined, { one }: Way): string | null =>
  one === "userId" ? digitsOf(value) : typeof value === "string" && value !== "" ? foldedHandle(value) : null;

const lastKeyOf = (pointer: string): string => pointer.slice(pointer.lastIndexOf("/") + 1);

const idOf = ({ params }: Person, way: Way): string | null => identityIn(params[way.one], way);

/** The list with the rows of this creator, the pointer within a row to whose it is, and its rows. */
function listWith(answer: Json, id: string | null, way: Way) {
  const list = id === null ? null : listOf(answer, (value) => identityIn(value, way) === id);
  return list === null ? null : { ...list, all: pointed(answer, list.rows) as Json[] };
}

/** How both are read from their rows, by the value that shows it in their own answers if rows have it; null if they can't be. */
function readingOf(
  answer: Json,
  { way, people, verdict }: Pick<Batch, "way" | "people" | "verdict">,
): VerdictReading | null {
  const ids = people.map((one) => idOf(one, way));
  const found = listWith(answer, ids[0]!, way);
  if (found === null) return null;
  const { all, ...list } = found;
  const [live, off] = ids.map((id) =>
    all.find((row) => id !== null && identityIn(pointed(row, list.rowUser), way) === id),
  );
  if (live === undefined || off === undefined) return null;
  const compared = { list, live, off };
  const pair: Pair = { answers: [answer, answer], people };
  const leaves = candidates(pairedLeaves(live, off), people).map(({ leaf }) => leaf);
  const isAlike = (leaf: Leaf) => lastKeyOf(leaf.pointer) === lastKeyOf(verdict);
  for (const leaf of leaves
    .filter((one) => isAlike(one) || isClear(one))
    .toSorted((a, b) => +isAlike(b) - +isAlike(a))) {
    const read = readingAt(pair, compared, leaf);
    if (read === null) continue;
    const { rowUser, ...rest } = read;
    const reading = { ...rest, [way.row]: rowUser } as VerdictReading;
    const verdicts = people.map(({ params }) => decodeOwnRow(answer, reading, params));
    const [first, second] = verdicts.map((view) => (view.ok ? view.value.verdict : null));
    if (tellsApart([first!, second!])) return reading;
  }
  return null;
}

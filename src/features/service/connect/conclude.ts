import { factsOf, type Facts } from "../../../core/facts.ts";
import { pointed, type Json } from "../../../core/json.ts";
import type { VerdictReading } from "../../../core/operation.ts";
import type { Addresses } from "../../../core/public-url.ts";
import { candidates, FIELDS, namesThem, guessedFields, type FieldName } from "./guess.ts";
import { differs, pairedLeaves, type Leaf } from "./leaves.ts";
import { bothLook, isClear, isReversed, isSwapped, saysNobody } from "./states.ts";
import { displayNameOf, type Person } from "./person.ts";
import { comparedIn, tellsApart, proofOf, readingAt, type Compared, type Pair, type Proof } from "./reading.ts";

/** What a person chose in the answer, by pointer into the compared part; "" for nothing. */
export interface Chosen {
  verdict: string | null;
  fields: Partial<Record<FieldName, string>>;
}

/** How to read a service, as concluded from two answers. */
export interface Conclusion {
  compared: Compared;
  leaves: Leaf[];
  /** Pointers of values that may be the verdict, the likeliest first. */
  likely: string[];
  /** Pointers of values that only repeat who was asked for. */
  asked: string[];
  /** The pointer of the verdict within the compared part; null if none qualifies. */
  verdict: string | null;
  reading: VerdictReading | null;
  proof: Proof | null;
  /** True if the operation is already read this way. */
  own: boolean;
  /** Further fields for messages, by pointer into the whole answer, and their values for the live creator. */
  fields: Partial<Record<FieldName, string>>;
  facts: Facts;
  /** What the answers look like if they do not show who is live. */
  looks: Looks;
  /** The names of both creators, from the service if known, otherwise as typed. */
  names: [live: string, off: string];
}

/**
 * `swapped`: the live creator looks offline and vice versa. `on`, `off`: both look so. `nobody`: one is unknown to the
 * service.
 */
export type Looks =
  | { kind: "swapped" | "on" | "off" }
  | { kind: "nobody"; of: 0 | 1; words: string }
  | { kind: "different" | "same" };

function looksOf({ answers }: Pair, leaves: Leaf[]): Looks {
  if (leaves.some(isSwapped) || isReversed(...answers)) return { kind: "swapped" };
  for (const side of [0, 1] as const) {
    const words = saysNobody(answers[side]);
    if (words !== null) return { kind: "nobody", of: side, words };
  }
  const look = bothLook(leaves);
  if (look !== null) return { kind: look };
  return { kind: leaves.some(differs) ? "different" : "same" };
}

/** The maximum number of guesses to test before one is shown untested. */
const MAX_TRIED = 40;

/** The pointer of a reading's verdict in the answer for the live creator. */
function placeOf({ rows, verdict }: VerdictReading, { live, list }: Compared): string | null {
  const pointer = rows === undefined ? verdict : list === null ? `${rows}/0${verdict}` : verdict;
  return pointed(live, pointer) === undefined ? null : pointer;
}

/**
 * Concludes from two answers where the verdict is: the place that a person chose; otherwise the current one, if it is
 * right for both; otherwise the likeliest value that is right for both.
 */
export function concluded(pair: Pair, chosen: Chosen, known: VerdictReading | null, addresses: Addresses): Conclusion {
  const { compared, leaves, ranked } = likeliest(pair);
  const right = known !== null && tellsApart(proofOf(pair, known)) ? placeOf(known, compared) : null;
  const fields = compared.list === null ? fieldsOf(leaves, chosen.fields) : {};
  const facts = factsOf(pair.answers[0], fields, addresses);
  const likely = ranked.map(({ pointer }) => pointer);
  const asked = leaves.filter((leaf) => namesThem(leaf, pair.people)).map(({ pointer }) => pointer);
  const names = pair.people.map((one, of) => nameOf(one, pair.answers[of]!, fields, addresses)) as Conclusion["names"];
  const found = { compared, leaves, likely, fields, facts, names, asked, looks: looksOf(pair, leaves) };
  if (right !== null && (chosen.verdict === null || chosen.verdict === right))
    return { ...found, verdict: right, reading: known, proof: proofOf(pair, known!), own: true };
  const clear = ranked.filter(isClear);
  const leaf =
    leaves.find(({ pointer }) => pointer === chosen.verdict) ??
    clear.slice(0, MAX_TRIED).find((one) => proves(pair, readingAt(pair, compared, one))) ??
    clear[0];
  if (leaf === undefined) return { ...found, verdict: null, reading: null, proof: null, own: false };
  const reading = found.looks.kind === "swapped" ? null : readingAt(pair, compared, leaf);
  const proof = reading === null ? null : proofOf(pair, reading);
  return { ...found, verdict: leaf.pointer, reading, proof, own: false };
}

const proves = (pair: Pair, reading: VerdictReading | null): boolean =>
  reading !== null && tellsApart(proofOf(pair, reading));

function nameOf(somebody: Person, answer: Json, { name }: Conclusion["fields"], addresses: Addresses): string {
  const reported = name === undefined ? undefined : factsOf(answer, { name }, addresses)["name"];
  return typeof reported === "string" ? reported : displayNameOf(somebody);
}

/**
 * Returns the compared part, and the values that may be the verdict. Rows of lists are used if they separate the
 * answers better than the rest.
 */
function likeliest(pair: Pair): { compared: Compared; leaves: Leaf[]; ranked: Leaf[] } {
  const { whole, rows } = comparedIn(pair);
  const of = (compared: Compared) => {
    const leaves = pairedLeaves(compared.live, compared.off);
    return { compared, leaves, found: candidates(leaves, pair.people) };
  };
  const all = of(whole);
  const own = rows === null ? null : of(rows);
  const beside = all.found.find(({ leaf }) => !leaf.pointer.startsWith(`${rows?.list?.rows ?? ""}/`));
  const [best] = own?.found ?? [];
  const chosen = own !== null && best !== undefined && best.worth >= (beside?.worth ?? -Infinity) ? own : all;
  return { compared: chosen.compared, leaves: chosen.leaves, ranked: chosen.found.map(({ leaf }) => leaf) };
}

/** The chosen fields, and guesses for the others. */
function fieldsOf(leaves: Leaf[], chosen: Chosen["fields"]): Conclusion["fields"] {
  const guessed = guessedFields(leaves);
  const there = new Set(leaves.map(({ pointer }) => pointer));
  return Object.fromEntries(
    FIELDS.flatMap((name) => {
      const pointer = chosen[name] ?? guessed[name] ?? "";
      return there.has(pointer) && pointer !== "" ? [[name, pointer]] : [];
    }),
  );
}

import { factsOf, type Facts } from "../../../core/facts.ts";
import { pointed, type Json } from "../../../core/json.ts";
import type { VerdictReading } from "../../../core/operation.ts";
import type { Addresses } from "../../../core/public-url.ts";
import { candidates, FIELDS, namesThem, guessedFields, type FieldName } from "./guess.ts";
import { differs, leavesOf, type Leaf } from "./leaves.ts";
import { bothLook, isClear, isReversed, isSwapped, saysNobody } from "./states.ts";
import { calledBy, type Somebody } from "./somebody.ts";
import { comparedIn, isProven, proofOf, readingAt, type Compared, type Pair, type Proof } from "./reading.ts";

/** What a person chose of the answer, by pointer into what was compared; "" for nothing. */
export interface Chosen {
  verdict: string | null;
  fields: Partial<Record<FieldName, string>>;
}

/** What two answers say of how a service is read. */
export interface Conclusion {
  compared: Compared;
  leaves: Leaf[];
  /** Pointers of the values that may tell, the likeliest first. */
  likely: string[];
  /** Pointers of values that only say who was asked for. */
  asked: string[];
  /** Where the verdict stands in what was compared; null where nothing can tell it. */
  verdict: string | null;
  reading: VerdictReading | null;
  proof: Proof | null;
  /** True where that is how it is read already. */
  own: boolean;
  /** What alerts can say beside, by pointer into the whole answer; and what that gives for who is live. */
  fields: Partial<Record<FieldName, string>>;
  facts: Facts;
  /** What the answers look like where they don't tell who is live. */
  looks: Looks;
  /** What the two are called, as the service says, else as they were named. */
  names: [live: string, off: string];
}

/** `swapped`: who is live looks offline, the other way round too; `on`, `off`: both look so; `nobody`: one knows no such person. */
export type Looks =
  | { kind: "swapped" | "on" | "off" }
  | { kind: "nobody"; of: 0 | 1; words: string }
  | { kind: "different" | "same" };

function looksOf({ answers }: Pair, leaves: Leaf[]): Looks {
  if (leaves.some(isSwapped) || isReversed(...answers)) return { kind: "swapped" };
  for (const of of [0, 1] as const) {
    const words = saysNobody(answers[of]);
    if (words !== null) return { kind: "nobody", of, words };
  }
  const look = bothLook(leaves);
  if (look !== null) return { kind: look };
  return { kind: leaves.some(differs) ? "different" : "same" };
}

/** So many guesses are tried before one of them is shown as it is. */
const MAX_TRIED = 40;

/** Where the verdict of a reading stands in the answer for somebody live. */
function placeOf({ rows, verdict }: VerdictReading, { live, list }: Compared): string | null {
  const pointer = rows === undefined ? verdict : list === null ? `${rows}/0${verdict}` : verdict;
  return pointed(live, pointer) === undefined ? null : pointer;
}

/**
 * Concludes from two answers where the verdict stands: where a person says, else where it is read already if that is right
 * for both, else at the likeliest value that is right for both.
 */
export function concluded(pair: Pair, chosen: Chosen, known: VerdictReading | null, addresses: Addresses): Conclusion {
  const { compared, leaves, ranked } = likeliest(pair);
  const right = known !== null && isProven(proofOf(pair, known)) ? placeOf(known, compared) : null;
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
  reading !== null && isProven(proofOf(pair, reading));

function nameOf(somebody: Somebody, answer: Json, { name }: Conclusion["fields"], addresses: Addresses): string {
  const said = name === undefined ? undefined : factsOf(answer, { name }, addresses)["name"];
  return typeof said === "string" ? said : calledBy(somebody);
}

/** What is compared, and the values that may say who is live: rows of lists where they tell more than all the rest. */
function likeliest(pair: Pair): { compared: Compared; leaves: Leaf[]; ranked: Leaf[] } {
  const { whole, rows } = comparedIn(pair);
  const of = (compared: Compared) => {
    const leaves = leavesOf(compared.live, compared.off);
    return { compared, leaves, found: candidates(leaves, pair.people) };
  };
  const all = of(whole);
  const own = rows === null ? null : of(rows);
  const beside = all.found.find(({ leaf }) => !leaf.pointer.startsWith(`${rows?.list?.rows ?? ""}/`));
  const [best] = own?.found ?? [];
  const chosen = own !== null && best !== undefined && best.worth >= (beside?.worth ?? -Infinity) ? own : all;
  return { compared: chosen.compared, leaves: chosen.leaves, ranked: chosen.found.map(({ leaf }) => leaf) };
}

/** What was chosen, and what is guessed of the rest. */
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

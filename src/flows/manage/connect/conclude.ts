import { factsOf, type Facts } from "../../../core/facts.ts";
import { pointed } from "../../../core/json.ts";
import type { VerdictReading } from "../../../core/operation.ts";
import type { Addresses } from "../../../core/public-url.ts";
import { candidates, FIELDS, guessedFields, type FieldName } from "./guess.ts";
import { leavesOf, type Leaf } from "./leaves.ts";
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
  /** Pointers of the values that differ, the likeliest first. */
  likely: string[];
  /** Where the verdict stands in what was compared; null where nothing differs. */
  verdict: string | null;
  reading: VerdictReading | null;
  proof: Proof | null;
  /** True where that is how it is read already. */
  own: boolean;
  /** What alerts can say beside, by pointer into the whole answer; and what that gives for who is live. */
  fields: Partial<Record<FieldName, string>>;
  facts: Facts;
}

/** So many guesses are tried before one of them is shown as it is. */
const MOST_TRIED = 40;

/** Where the verdict of a reading stands in the answer for somebody live. */
function placeOf({ rows, verdict }: VerdictReading, { live, list }: Compared): string | null {
  const pointer = rows === undefined ? verdict : list === null ? `${rows}/0${verdict}` : verdict;
  return pointed(live, pointer) === undefined ? null : pointer;
}

/**
 * Concludes from two answers where the verdict stands: where a person says, else where it is read already if that is right
 * for both, else at the likeliest value that is right for both.
 */
export function concluded(
  pair: Pair,
  chosen: Chosen,
  known: VerdictReading | null,
  addresses: Addresses,
): Conclusion {
  const compared = comparedIn(pair);
  const leaves = leavesOf(compared.live, compared.off);
  const ranked = candidates(leaves, pair.people);
  const right = known !== null && isProven(proofOf(pair, known)) ? placeOf(known, compared) : null;
  const fields = compared.list === null ? fieldsOf(leaves, chosen.fields) : {};
  const facts = factsOf(pair.answers[0], fields, addresses);
  const likely = ranked.map(({ pointer }) => pointer);
  const found = { compared, leaves, likely, fields, facts };
  if (right !== null && (chosen.verdict === null || chosen.verdict === right))
    return { ...found, verdict: right, reading: known, proof: proofOf(pair, known!), own: true };
  const leaf =
    leaves.find(({ pointer }) => pointer === chosen.verdict) ??
    ranked.slice(0, MOST_TRIED).find((one) => isProven(proofOf(pair, readingAt(pair, compared, one)))) ??
    ranked[0];
  if (leaf === undefined) return { ...found, verdict: null, reading: null, proof: null, own: false };
  const reading = readingAt(pair, compared, leaf);
  return { ...found, verdict: leaf.pointer, reading, proof: proofOf(pair, reading), own: false };
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

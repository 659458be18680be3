import type { Say } from "../../core/sentence.ts";
import { fieldWords, type Ranges, type Values } from "../../core/named-values.ts";
import { shortNumber } from "../../core/numbers-as-text.ts";
import { unreadableIn, withNumbers, type KnownNumber } from "../../core/watched-number.ts";
import type { DecimalMark } from "../../core/written-number.ts";
import type { Seen } from "../kind.ts";
import type { RecordSnapshot } from "./shape.ts";

export interface RecordView extends Seen {
  fields: Values;
  /** What shortened numbers stand for. */
  ranges?: Ranges;
  /** The decimal mark of its texts; null if they prove or need none. */
  mark?: DecimalMark | null;
  /** The names of the operation's fields. */
  names: string[];
}

export interface RecordState {
  since: number;
  sampledAt: number;
  /** The decimal mark of its texts; null if none has told it. */
  mark: DecimalMark | null;
  /** Numbers as of the last sample, texts as last reported. */
  fields: Values;
  /** The state of its watched numbers, by field. */
  numbers: Record<string, KnownNumber>;
  /** The fields that the last answer had nothing for. */
  missing?: string[];
}

/**
 * The public snapshot: all fields as last stored. Those that the last answer had nothing for are null; for watched numbers
 * it says `unreadableSince`.
 */
export const showRecord = ({ fields, numbers, missing }: RecordState): RecordSnapshot => ({
  fields: withNumbers(fields, numbers, missing),
  ...unreadableIn(numbers),
});

/** Limit on the numbers in a summary. */
const MAX_NUMBERS = 2;

/** Its first numbers as text: "followers 12.4K · likes 980". */
export function summaryOf({ fields, missing = [] }: RecordState, say: Say): string {
  const numbers = Object.entries(fields).filter(
    ([name, value]) => typeof value === "number" && !missing.includes(name),
  );
  const displayed = numbers
    .slice(0, MAX_NUMBERS)
    .map(([name, value]) => `${fieldWords(name)} ${shortNumber(say.language, Number(value))}`);
  return displayed.length > 0
    ? displayed.join(" · ")
    : say.plural(Object.keys(fields).length, "{n} field", "{n} fields");
}

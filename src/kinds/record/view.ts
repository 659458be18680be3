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
}

/** The public snapshot: all fields as last stored. Those that can no longer be read are null, since `unreadableSince`. */
export const showRecord = ({ fields, numbers }: RecordState): RecordSnapshot => ({
  fields: withNumbers(fields, numbers),
  ...unreadableIn(numbers),
});

/** Limit on the numbers in a summary. */
const MAX_NUMBERS = 2;

/** Its first numbers as text: "followers 12.4K · likes 980". */
export function summaryOf({ fields }: RecordState, say: Say): string {
  const numbers = Object.entries(fields).filter(([, value]) => typeof value === "number");
  const displayed = numbers
    .slice(0, MAX_NUMBERS)
    .map(([name, value]) => `${fieldWords(name)} ${shortNumber(say.language, Number(value))}`);
  return displayed.length > 0
    ? displayed.join(" · ")
    : say.plural(Object.keys(fields).length, "{n} field", "{n} fields");
}

import { misses, missingIn, numberOf, onlyNamed, saysTheSame, valueOf } from "../../core/named-values.ts";
import { leastOf } from "../../core/number-limits.ts";
import { sampleDue } from "../../core/sampling.ts";
import {
  CONFIRM_NUMBER_SECONDS,
  milestoneOf,
  sampledNumber,
  unreadable,
  watchedNumber,
  withoutDoubted,
  type KnownNumber,
} from "../../core/watched-number.ts";
import type { NumberRange } from "../../core/written-number.ts";
import type { Judging, Judgment } from "../judgment.ts";
import { recordChange, type RecordChange } from "./events.ts";
import type { RecordParams, RecordSettings, RecordWatch } from "./params.ts";
import type { RecordState, RecordView } from "./view.ts";

type Input = Judging<RecordParams, RecordSettings, RecordState, RecordView>;

const BLANK: RecordState = { since: 0, sampledAt: 0, mark: null, fields: {}, numbers: {} };

/** What a poll found about the fields. */
interface Found extends Pick<RecordState, "fields" | "numbers"> {
  changes: RecordChange[];
  /** True if they must be stored now, whatever the time. */
  force: boolean;
}

interface FoundNumbers extends Found {
  /** The fields whose numbers are doubted. */
  doubted: Set<string>;
  /** The fields whose numbers can no longer be read. */
  unreadable: Set<string>;
}

/**
 * Finds texts that change, and watched numbers that pass limits, reach milestones and grow. Missing texts prove nothing;
 * a watched number that is missing or can no longer be read is unknown. Keys make changes repeatable: a text or limit is keyed by its poll, a milestone by itself, a surge by the
 * surge before it (or the first sight).
 */
export function judgeRecord(input: Input): Judgment<RecordState, RecordChange> {
  const { view, settings, at } = input;
  const before = input.before ?? BLANK;
  const watch = Map.groupBy(settings.watch, ({ field }) => field);
  const numbers = readNumbers(input, before, watch);
  const believed = withoutDoubted(view.fields, new Set([...numbers.doubted, ...numbers.unreadable]));
  const known = withoutDoubted(onlyNamed(before.fields, view.names), numbers.unreadable);
  const texts = readTexts(input, known, believed);
  const missing = missingIn(known, view.fields);
  const now = numbersIn(believed);
  const last = numbersIn(before.fields);
  const due =
    input.before === null ||
    texts.force ||
    numbers.force ||
    misses(missing, before) ||
    sampleDue({ last, sampledAt: before.sampledAt, now, at });
  const changes = [...texts.changes, ...numbers.changes];
  const state: RecordState = {
    since: input.before === null || changes.length > 0 ? at : before.since,
    sampledAt: due ? at : before.sampledAt,
    mark: view.mark ?? before.mark,
    fields: due ? { ...texts.fields, ...believed } : texts.fields,
    numbers: due ? sampledAll(numbers.numbers, { ...view, fields: believed }, watch, at) : numbers.numbers,
    ...missing,
  };
  const again = numbers.doubted.size > 0 ? CONFIRM_NUMBER_SECONDS : null;
  return { state, changes, again, ...(due && now.size > 0 ? { samples: Object.fromEntries(now) } : {}) };
}

const numbersIn = (fields: RecordView["fields"]): Map<string, number> =>
  new Map(Object.entries(fields).filter((entry): entry is [string, number] => typeof entry[1] === "number"));

/** Compares texts. Changes are stored immediately. A number that is now a text is no change of a text. */
function readTexts(input: Input, known: RecordState["fields"], now: RecordView["fields"]): Found {
  const { at } = input;
  const fields = { ...known };
  const changes: RecordChange[] = [];
  let force = false;
  for (const [field, after] of Object.entries(now)) {
    const was = valueOf(known, field);
    if (typeof after !== "string" || (typeof was === "string" && saysTheSame(was, after))) continue;
    fields[field] = after;
    force = true;
    if (typeof was === "string")
      changes.push(recordChange(input, "field.changed", `${field}/${at}`, { field, before: was, after }));
  }
  return { fields, numbers: {}, changes, force };
}

/** Compares watched numbers. */
function readNumbers(input: Input, before: RecordState, watch: Map<string, RecordWatch[]>): FoundNumbers {
  const { view } = input;
  const none = { fields: {}, numbers: {}, changes: [], force: false };
  const found: FoundNumbers = { ...none, doubted: new Set(), unreadable: new Set() };
  for (const [field, entries] of watch) {
    const known = Object.hasOwn(before.numbers, field) ? before.numbers[field]! : null;
    const value = numberOf(view.fields, field);
    if (value === null) {
      if (known === null) continue;
      found.numbers[field] = unreadable(known, input.at);
      found.unreadable.add(field);
      found.force ||= known.unreadableSince === undefined;
      continue;
    }
    const range = rangeOf(view, field);
    const { known: stored, crossed, surge, force, doubted, seen } = watchedNumber(known, value, entries, input, range);
    found.numbers[field] = stored;
    found.force ||= force;
    if (doubted) found.doubted.add(field);
    if (known === null || doubted) continue;
    const numbers = { field, before: known.value, after: value };
    if (crossed !== null)
      found.changes.push(
        recordChange(seen, "field.crossed", `${field}/${seen.at}`, { ...numbers, threshold: crossed.value }),
      );
    const milestone = milestoneIn(entries, known, leastOf({ value, range }));
    if (milestone !== null) {
      const key = `${field}/${milestone}/${known.seenAt}`;
      found.changes.push(recordChange(seen, "field.milestone", key, { ...numbers, milestone }));
      found.force = true;
    }
    if (surge !== null) {
      const key = `${field}/${known.surgedAt ?? known.seenAt}`;
      found.changes.push(recordChange(input, "field.surged", key, { field, ...surge }));
    }
  }
  return found;
}

/**
 * The milestone that a number has reached; null for none. Candidates are those listed, and the default ones if an entry
 * sets nothing else.
 */
function milestoneIn(entries: RecordWatch[], { peak }: KnownNumber, value: number): number | null {
  const named = entries.flatMap(({ milestones }) => milestones ?? []);
  const usual = entries.some(
    ({ above, below, surgePercent, milestones }) =>
      above === undefined && below === undefined && surgePercent === undefined && milestones === undefined,
  );
  const reached = [milestoneOf(peak, value, named), usual ? milestoneOf(peak, value, null) : null];
  const highest = Math.max(...reached.map((one) => one ?? -Infinity));
  return highest === -Infinity ? null : highest;
}

const sampledAll = (
  numbers: Record<string, KnownNumber>,
  view: RecordView,
  watch: Map<string, RecordWatch[]>,
  at: number,
): Record<string, KnownNumber> =>
  Object.fromEntries(
    Object.entries(numbers).map(([field, known]) => {
      const value = numberOf(view.fields, field);
      const entries = watch.get(field) ?? [];
      return [field, value === null ? known : sampledNumber(known, value, entries, at, rangeOf(view, field))];
    }),
  );

/** What the number of a field stands for, if it is shortened. */
const rangeOf = ({ ranges = {} }: RecordView, field: string): NumberRange | null =>
  Object.hasOwn(ranges, field) ? ranges[field]! : null;

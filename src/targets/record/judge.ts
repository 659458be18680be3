import { numberOf, onlyNamed, saysTheSame, valueOf } from "../../core/named-values.ts";
import { sampleDue } from "../../core/sampling.ts";
import {
  CONFIRM_NUMBER_SECONDS,
  milestoneOf,
  sampledNumber,
  watchedNumber,
  withoutDoubted,
  type KnownNumber,
} from "../../core/watched-number.ts";
import type { Judging, Judgment } from "../judgment.ts";
import { recordChange, type RecordChange } from "./events.ts";
import type { RecordParams, RecordSettings, RecordWatch } from "./params.ts";
import type { RecordState, RecordView } from "./view.ts";

type Input = Judging<RecordParams, RecordSettings, RecordState, RecordView>;

const BLANK: RecordState = { since: 0, sampledAt: 0, fields: {}, numbers: {} };

/** What a poll found about the fields. */
interface Found extends Pick<RecordState, "fields" | "numbers"> {
  changes: RecordChange[];
  /** True if they must be stored now, whatever the time. */
  force: boolean;
}

interface FoundNumbers extends Found {
  /** The fields whose numbers are doubted. */
  doubted: Set<string>;
}

/**
 * Finds texts that change, and watched numbers that pass limits, reach milestones and grow. Missing fields prove
 * nothing. Keys make changes repeatable: a text or limit is keyed by its poll, a milestone by itself, a surge by the
 * surge before it (or the first sight).
 */
export function judgeRecord(input: Input): Judgment<RecordState, RecordChange> {
  const { view, settings, at } = input;
  const before = input.before ?? BLANK;
  const watch = Map.groupBy(settings.watch, ({ field }) => field);
  const texts = readTexts(input, before);
  const numbers = readNumbers(input, before, watch);
  const believed = withoutDoubted(view.fields, numbers.doubted);
  const now = numbersIn(believed);
  const last = numbersIn(before.fields);
  const due =
    input.before === null || texts.force || numbers.force || sampleDue({ last, sampledAt: before.sampledAt, now, at });
  const changes = [...texts.changes, ...numbers.changes];
  const state: RecordState = {
    since: input.before === null || changes.length > 0 ? at : before.since,
    sampledAt: due ? at : before.sampledAt,
    fields: due ? { ...texts.fields, ...believed } : texts.fields,
    numbers: due ? sampledAll(numbers.numbers, believed, watch, at) : numbers.numbers,
  };
  const again = numbers.doubted.size > 0 ? CONFIRM_NUMBER_SECONDS : null;
  return { state, changes, again, ...(due && now.size > 0 ? { samples: Object.fromEntries(now) } : {}) };
}

const numbersIn = (fields: RecordView["fields"]): Map<string, number> =>
  new Map(Object.entries(fields).filter((entry): entry is [string, number] => typeof entry[1] === "number"));

/** Compares texts. Changes are stored immediately. */
function readTexts(input: Input, before: RecordState): Found {
  const { view, at } = input;
  const known = onlyNamed(before.fields, view.names);
  const fields = { ...known };
  const changes: RecordChange[] = [];
  let force = false;
  for (const [field, after] of Object.entries(view.fields)) {
    const was = valueOf(known, field);
    if (typeof after !== "string") continue;
    if (was !== undefined && (typeof was !== "string" || saysTheSame(was, after))) continue;
    fields[field] = after;
    force = true;
    if (was !== undefined)
      changes.push(recordChange(input, "field.changed", `${field}/${at}`, { field, before: was, after }));
  }
  return { fields, numbers: {}, changes, force };
}

/** Compares watched numbers. */
function readNumbers(input: Input, before: RecordState, watch: Map<string, RecordWatch[]>): FoundNumbers {
  const { view } = input;
  const found: FoundNumbers = { fields: {}, numbers: {}, changes: [], force: false, doubted: new Set() };
  for (const [field, entries] of watch) {
    const known = Object.hasOwn(before.numbers, field) ? before.numbers[field]! : null;
    const value = numberOf(view.fields, field);
    if (value === null) {
      if (known !== null) found.numbers[field] = known;
      continue;
    }
    const { known: kept, crossed, surge, force, doubted, seen } = watchedNumber(known, value, entries, input);
    found.numbers[field] = kept;
    found.force ||= force;
    if (doubted) found.doubted.add(field);
    if (known === null || doubted) continue;
    const numbers = { field, before: known.value, after: value };
    if (crossed !== null)
      found.changes.push(
        recordChange(seen, "field.crossed", `${field}/${seen.at}`, { ...numbers, threshold: crossed.value }),
      );
    const milestone = milestoneIn(entries, known, value);
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
  fields: RecordView["fields"],
  watch: Map<string, RecordWatch[]>,
  at: number,
): Record<string, KnownNumber> =>
  Object.fromEntries(
    Object.entries(numbers).map(([field, known]) => {
      const value = numberOf(fields, field);
      return [field, value === null ? known : sampledNumber(known, value, watch.get(field) ?? [], at)];
    }),
  );

import { inEnglish } from "../../core/say.ts";
import { keyedDiff } from "../../core/keyed-diff.ts";
import { numberOf, valueOf, type Values } from "../../core/named-values.ts";
import { sampleDue } from "../../core/sampling.ts";
import { CONFIRM_NUMBER_SECONDS, type NumberWatch } from "../../core/watched-number.ts";
import type { Judgment } from "../kind.ts";
import type { ListChange } from "./events.ts";
import { arrived, isNews, lacked, met, sampled, watchedFields, type Input, type ItemOutcome } from "./item.ts";
import { remembered } from "./memory.ts";
import { summaryOf, type ListState } from "./view.ts";

/** While a missing item awaits confirmation, the list is polled again within this many seconds. */
const CONFIRM_WITHIN_SECONDS = 60;

/** Limit on the series that are stored. */
const MAX_SERIES = 500;

/** How often numbers outside `watch` are updated. */
const REST_MS = 3_600_000;

const BLANK: ListState = { since: 0, sampledAt: 0, longest: 0, full: false, known: {} };

type Watch = Map<string, NumberWatch[]>;

/**
 * Finds items that appear, disappear, change and grow, wherever they are in the list. Keys make changes repeatable: an
 * appearance, a text or a limit is keyed by its poll, an absence by its first poll, a surge by the surge before it (or
 * the first sight).
 */
export function judgeList(input: Input): Judgment<ListState, ListChange> {
  const { view, settings, at } = input;
  const before = input.before ?? BLANK;
  const watch = watchedFields(settings.watch);
  const items = new Map(view.items.map((item) => [item.id, item]));
  const diff = keyedDiff(before.known, items);
  const seen = diff.stayed.map(([, row, item]) => met(input, watch, item, row));
  const missed = diff.absent.map(([id, row]) => lacked(input, id, row));
  const news = diff.arrived.map(([, item]) => isNews(input, item));
  // No known item is left, so more items may have come and gone between the polls.
  const whole = seen.length === 0 && missed.length > 0 && items.size > 1 && items.size >= before.longest;
  const atLeast = whole && news.every(Boolean) ? items.size : null;
  const fresh = diff.arrived.map(([, item], place) => arrived(input, watch, item, { news: news[place]!, atLeast }));
  const all = [...seen, ...missed, ...fresh];
  const kept = remembered(all, settings.mostItems);
  const due = input.before === null || kept.some(({ force }) => force) || isDue(before, seen, at);
  const state: ListState = {
    since: before.since,
    sampledAt: due ? at : before.sampledAt,
    longest: Math.max(before.longest, items.size),
    full: !view.complete || kept.length < all.filter((one) => one.kept !== null).length,
    known: Object.fromEntries(
      kept.map((one) => [one.id, due && one.now !== null ? sampled(one.kept!, one.now, watch, at) : one.kept!]),
    ),
  };
  if (input.before === null || summaryOf(state, inEnglish) !== summaryOf(before, inEnglish)) state.since = at;
  const samples = due ? samplesOf(kept, watch) : {};
  return {
    state,
    changes: all.flatMap(({ changes }) => changes),
    again: againOf(kept, view.complete),
    ...(Object.keys(samples).length > 0 ? { samples } : {}),
  };
}

/** When to poll again, because an item is missing or a number is doubted; null for the usual interval. */
function againOf(kept: ItemOutcome[], complete: boolean): number | null {
  if (complete && kept.some(({ now }) => now === null)) return CONFIRM_WITHIN_SECONDS;
  return kept.some(({ doubted }) => doubted) ? CONFIRM_NUMBER_SECONDS : null;
}

/** Whether it is time for a sample: a watched number has moved, or another has changed and an hour has passed. */
function isDue(before: ListState, seen: ItemOutcome[], at: number): boolean {
  const last = new Map<string, number>();
  const now = new Map<string, number>();
  for (const { id, kept, now: fields } of seen)
    for (const field of Object.keys(kept!.numbers)) {
      const [sampled, value] = [numberOf(before.known[id]!.fields, field), numberOf(fields!, field)];
      if (sampled !== null) last.set(`${field}:${id}`, sampled);
      if (value !== null) now.set(`${field}:${id}`, value);
    }
  if (sampleDue({ last, sampledAt: before.sampledAt, now, at })) return true;
  if (at - before.sampledAt < REST_MS) return false;
  return seen.some(({ id, now: fields }) => differs(before.known[id]!.fields, fields!));
}

const differs = (before: Values, now: Values): boolean =>
  Object.entries(now).some(([field, value]) => typeof value === "number" && valueOf(before, field) !== value);

/** The series of watched numbers, named by field and item id. */
function samplesOf(rows: ItemOutcome[], watch: Watch): Record<string, number> {
  const samples: [string, number][] = [];
  for (const { id, now } of rows)
    for (const field of watch.keys()) {
      const value = now === null ? null : numberOf(now, field);
      if (value !== null && samples.length < MAX_SERIES) samples.push([`${field}:${id}`, value]);
    }
  return Object.fromEntries(samples);
}

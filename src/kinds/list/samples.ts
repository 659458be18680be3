import { numberOf, valueOf, type Values } from "../../core/named-values.ts";
import { sampleDue } from "../../core/sampling.ts";
import type { ItemOutcome, Watch } from "./item.ts";
import type { ListState } from "./view.ts";

/** Limit on the series that are stored. */
const MAX_SERIES = 500;

/** How often numbers outside `watch` are updated. */
const REST_MS = 3_600_000;

/** Whether it is time for a sample: a watched number has moved, or another has changed and an hour has passed. */
export function isDue(before: ListState, seen: ItemOutcome[], at: number): boolean {
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
export function samplesOf(rows: ItemOutcome[], watch: Watch): Record<string, number> {
  const samples: [string, number][] = [];
  for (const { id, now } of rows)
    for (const field of watch.keys()) {
      const value = now === null ? null : numberOf(now, field);
      if (value !== null && samples.length < MAX_SERIES) samples.push([`${field}:${id}`, value]);
    }
  return Object.fromEntries(samples);
}

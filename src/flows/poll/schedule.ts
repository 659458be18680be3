import { deal, sparesOf } from "../../core/budget.ts";
import { DAY_MS } from "../../core/duration.ts";
import { HALF_OPEN_EVERY_MS } from "../../core/gate.ts";
import { nextPoll, noHabit, openedHabit } from "../../core/habit/habit.ts";
import { firstPrice, priceAfter } from "../../core/habit/price.ts";
import type { Scarcity } from "../../core/scarcity.ts";
import { stored, type Entry, type StoredEntry } from "../../core/sheet.ts";
import { longestWaitMs } from "../../core/waiting.ts";
import type { Batch } from "./batch.ts";
import type { Choice } from "./choosing.ts";
import { stillDealt, waitingSince, type Seated } from "./survey.ts";
import type { Claim, Habits, TickRules, Timetable } from "./timetable.ts";

/** Plans when the chosen are polled next, as if this poll found nothing new, and deals them into batches. Pure. */
export function schedule(choice: Choice, rules: TickRules, habits: Habits): { claim: Claim; batches: Batch[] } {
  const { now, read, folded, seen, scarcity, careful, chosen, tokens } = choice;
  const granted = chosen.reduce((sum, { entry }) => sum + entry.calls, 0);
  const hands = deal(chosen, rules.batchSize);
  const grants = hands.map((batch) => (careful ? 1 : batch.reduce((sum, { entry }) => sum + entry.calls, 0)));
  const wanted = hands.map(({ length }, slot) => Math.min(length * read.optionalCalls, rules.ownCalls - grants[slot]!));
  const spares = sparesOf(wanted, careful ? 0 : tokens - granted, now);
  const price = scarcity === null ? 0 : priceNow(choice, scarcity);
  const batches = hands.map((batch, slot) => ({
    tick: now,
    slot,
    batches: hands.length,
    grant: grants[slot]!,
    spare: spares[slot]!,
    careful,
    targets: batch.map(({ id, entry }): Batch["targets"][number] => [id, entry.last, entry.calls]),
    ...(scarcity === null ? {} : { unlearned: unlearned(batch, habits, now) }),
  }));
  const earliest = hands.map((batch) => batch.reduce((least, { entry }) => Math.min(least, entry.due || now), now));
  const next = (one: Seated) => nextDue(one, habits, now, price, scarcity, read);
  hands.forEach((batch, slot) => batch.forEach((one) => claimEntry(one.entry, now, slot, next(one))));
  const touched = new Set(chosen.map(({ sheetId }) => sheetId));
  return {
    batches,
    claim: {
      read,
      now,
      spacingMs: choice.spacingMs,
      tokens: choice.bucket.tokens - granted - spares.reduce((sum, spare) => sum + spare, 0),
      filledAt: choice.bucket.filledAt,
      gate: probed(choice, granted),
      load: {
        due: choice.due,
        late: choice.late,
        granted,
        asked: seen.asked,
        lagSeconds: choice.lagSeconds,
        waitingSince: waitingSince(read, choice.due + seen.claimed, now),
        lapsed: seen.lapsed,
        calls: seen.calls,
        habitual: seen.habitual,
        habitualAsked: seen.habitualAsked,
        shortestMs: Number.isFinite(seen.shortestMs) ? seen.shortestMs : null,
        price,
      },
      dealt: {
        ...stillDealt(read.dealt, now),
        ...(hands.length === 0 ? {} : { [now]: hands.map(({ length }, slot) => [length, earliest[slot]!]) }),
      },
      sheets: folded
        .filter(({ sheet, changed }) => changed || touched.has(sheet.id))
        .map(({ sheet, entries }) => ({ id: sheet.id, revision: sheet.revision, entries: storedEntries(entries) })),
    },
  };
}

/** A habit is learned anew once a day, and so many in a batch at the most: each is half a millisecond of CPU. */
const MOST_LEARNED = 4;

const unlearned = (batch: Seated[], habits: Habits, now: number): string[] =>
  batch
    .filter(({ id, entry }) => entry.habitual && entry.last !== 0 && now - (habits.get(id)?.[0] ?? 0) >= DAY_MS)
    .slice(0, MOST_LEARNED)
    .map(({ id }) => id);

/** What a poll must be worth at this tick: moved by how late those come who are polled now. */
function priceNow({ now, read, chosen, seen }: Choice, scarcity: Scarcity): number {
  const price = read.load.price || firstPrice(scarcity.stretch);
  const habitual = chosen.filter(({ entry }) => entry.habitual);
  const polled = habitual.flatMap(({ entry: { last, due, ...entry } }) =>
    last === 0 ? [] : { last, planned: due, atLongest: due - last >= longestWaitMs(entry, scarcity.fairMs) },
  );
  return seen.habitual === 0 ? price : priceAfter(price, polled, now, habitual.length, seen.habitual);
}

/** Polls of one target are a minute apart, or its interval where that is shorter. */
const SHORTEST_MS = 60_000;

function nextDue(
  { id, entry }: Seated,
  habits: Habits,
  now: number,
  price: number,
  scarcity: Scarcity | null,
  { pool }: Timetable,
): number {
  const intervalMs = entry.intervalSeconds * 1000;
  if (scarcity === null) return now + intervalMs;
  const longestMs = longestWaitMs(entry, scarcity.fairMs);
  if (!entry.habitual)
    return now + Math.min(longestMs, Math.max(intervalMs, (intervalMs * scarcity.stretch) / Math.sqrt(entry.weight)));
  const habit = habits.get(id);
  return nextPoll(habit === undefined ? noHabit() : openedHabit(habit), now, {
    pool,
    weight: entry.weight * (SHORTEST_MS / intervalMs) ** 2,
    price,
    shortestMs: Math.min(SHORTEST_MS, intervalMs),
    longestMs,
  });
}

/** The one call closes a half-open gate again for ten minutes, until its answer says otherwise. */
const probed = ({ gate, careful, now }: Choice, granted: number): Claim["gate"] =>
  gate !== null && careful && granted > 0 ? { ...gate, until: now + HALF_OPEN_EVERY_MS } : gate;

function claimEntry(entry: Entry, now: number, slot: number, due: number): void {
  entry.due = due;
  entry.claim = now;
  entry.slot = slot;
}

function storedEntries(entries: Map<string, Entry>): Record<string, StoredEntry> {
  const record: Record<string, StoredEntry> = {};
  for (const [id, entry] of entries) record[id] = stored(entry);
  return record;
}

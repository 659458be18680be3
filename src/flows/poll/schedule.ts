import { deal, heldBackOf, sparesOf } from "../../core/budget.ts";
import { DAY_MS } from "../../core/duration.ts";
import { HALF_OPEN_EVERY_MS } from "../../core/gate.ts";
import { nextPoll, noPrediction, openedPrediction } from "../../core/habit/habit.ts";
import { firstPrice, priceAfter } from "../../core/habit/price.ts";
import { halfUnknown, IDLE, type Load } from "../../core/load.ts";
import { behindAfter, paceOf } from "../../core/pace.ts";
import { isShut } from "../../core/pulse.ts";
import type { Scarcity } from "../../core/scarcity.ts";
import { steadySecondsOf, stored, type Entry, type StoredEntry } from "../../core/entry.ts";
import { longestWaitMs } from "../../core/waiting.ts";
import type { Batch } from "./batch.ts";
import type { Choice } from "./choosing.ts";
import { lapsedBatches, stillAssigned, waitingSince, type Seated } from "./survey.ts";
import type { Claim, Predictions, TickRules, Timetable } from "./timetable.ts";

/** Plans when the chosen are polled next, as if this poll found nothing new, and deals them into batches. Pure. */
export function schedule(
  choice: Choice,
  rules: TickRules,
  predictions: Predictions,
): { claim: Claim; batches: Batch[] } {
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
    ...heldBack(batch, spares[slot]!, careful ? 0 : read.optionalCalls),
    careful,
    targets: batch.map(({ id, entry }): Batch["targets"][number] => [
      id,
      entry.last,
      entry.calls,
      steadySecondsOf(entry),
    ]),
    ...(scarcity === null ? {} : { unlearned: unlearned(batch, predictions, now) }),
  }));
  const earliest = hands.map((batch) => batch.reduce((least, { entry }) => Math.min(least, entry.due || now), now));
  // As it is before anybody is claimed.
  const pace = paced(choice);
  const next = (one: Seated) => nextDue(one, predictions, now, price, scarcity, read);
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
        judged: seen.judged,
        unknown: seen.unknown,
        unknownSince: halfUnknown(seen) ? read.load.unknownSince || now : 0,
        shortestMs: Number.isFinite(seen.shortestMs) ? seen.shortestMs : null,
        ...pace,
        price,
        firstTickAt: read.lastTickAt === 0 ? now : (read.load.firstTickAt ?? 0),
      },
      dealt: {
        ...stillAssigned(read.dealt, now),
        ...(hands.length === 0
          ? {}
          : { [now]: hands.map(({ length }, slot) => [length, earliest[slot]!, grants[slot]! + spares[slot]!]) }),
      },
      lapsed: lapsedBatches(read, now),
      sheets: folded
        .filter(({ sheet, changed }) => changed || touched.has(sheet.id))
        .map(({ sheet, entries }) => ({ id: sheet.id, revision: sheet.revision, entries: storedEntries(entries) })),
    },
  };
}

/** Of targets that were never polled none has a start to tell, so nothing is optional. */
function heldBack(batch: Seated[], spare: number, optionalCalls: number): Pick<Batch, "heldBack"> {
  const held = optionalCalls > 0 && batch.some(({ entry }) => entry.last !== 0) ? heldBackOf(batch.length, spare) : 0;
  return held === 0 ? {} : { heldBack: held };
}

/** Whether polls come as often as was asked for; nobody is behind while the gate lets no call through. */
function paced({
  now,
  read,
  folded,
  scarcity,
  gate: breaker,
}: Choice): Pick<Load, "p95GapSeconds" | "behindSince" | "behindTicks"> {
  const before = { ...IDLE, ...read.load };
  const spacingMs = read.lastTickAt === 0 ? 0 : now - read.lastTickAt;
  const entries = folded.flatMap((sheet) => [...sheet.entries.values()]);
  const how = { now, spacingMs, fairMs: scarcity?.fairMs ?? null, leftOut: before.late > 0 };
  const { p95GapSeconds, late } = paceOf(entries, how);
  const evaluated = read.connected && !isShut(breaker);
  return {
    p95GapSeconds: p95GapSeconds ?? (before.behindSince === 0 ? null : before.p95GapSeconds),
    ...behindAfter(before, evaluated ? late : false, now),
  };
}

/** A habit is learned anew once a day, and so many in a batch at the most: each is half a millisecond of CPU. */
const MAX_LEARNED = 4;

const unlearned = (batch: Seated[], predictions: Predictions, now: number): string[] =>
  batch
    .filter(({ id, entry }) => entry.habitual && entry.last !== 0 && now - (predictions.get(id)?.[0] ?? 0) >= DAY_MS)
    .slice(0, MAX_LEARNED)
    .map(({ id }) => id);

/** What a poll must be worth at this tick: moved by how late those come who are polled now. */
function priceNow({ now, read, chosen, seen }: Choice, scarcity: Scarcity): number {
  const price = read.load.price || firstPrice(scarcity.stretch);
  const predictable = chosen.filter(({ entry }) => entry.habitual);
  // Of others it is not the price that planned them: what failed or awaits confirmation comes soon, whatever it is worth.
  const priced = predictable.filter(
    ({ entry: { last, provedAt, confirms } }) => last !== 0 && provedAt === 0 && !confirms,
  );
  const polled = priced.map(({ entry: { last, due, ...entry } }) => {
    return { last, planned: due, atLongest: due - last >= longestWaitMs(entry, scarcity.fairMs) };
  });
  return seen.habitual === 0 ? price : priceAfter(price, polled, now, predictable.length, seen.habitual);
}

/** Polls of one target are a minute apart, or its interval where that is shorter. */
const SHORTEST_MS = 60_000;

function nextDue(
  { id, entry }: Seated,
  predictions: Predictions,
  now: number,
  price: number,
  scarcity: Scarcity | null,
  { pool: prior }: Timetable,
): number {
  const intervalMs = entry.intervalSeconds * 1000;
  if (scarcity === null) return now + intervalMs;
  const longestMs = longestWaitMs(entry, scarcity.fairMs);
  if (!entry.habitual)
    return now + Math.min(longestMs, Math.max(intervalMs, (intervalMs * scarcity.stretch) / Math.sqrt(entry.weight)));
  const prediction = predictions.get(id);
  return nextPoll(prediction === undefined ? noPrediction() : openedPrediction(prediction), now, {
    pool: prior,
    weight: entry.weight * (SHORTEST_MS / intervalMs) ** 2,
    price,
    shortestMs: Math.min(SHORTEST_MS, intervalMs),
    longestMs,
  });
}

/** The one call closes a half-open gate again for ten minutes, until its answer says otherwise. */
const probed = ({ gate: breaker, careful, now }: Choice, granted: number): Claim["gate"] =>
  breaker !== null && careful && granted > 0 ? { ...breaker, until: now + HALF_OPEN_EVERY_MS } : breaker;

function claimEntry(entry: Entry, now: number, slot: number, due: number): void {
  entry.due = due;
  entry.confirms = false;
  entry.claim = now;
  entry.slot = slot;
}

function storedEntries(entries: Map<string, Entry>): Record<string, StoredEntry> {
  const record: Record<string, StoredEntry> = {};
  for (const [id, entry] of entries) record[id] = stored(entry);
  return record;
}

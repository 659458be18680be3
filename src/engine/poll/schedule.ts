import { deal, heldBackOf, sparesOf } from "../../core/budget.ts";
import { ALONE, callsOf, groupsOf, type SharingOf } from "../../core/shared-calls.ts";
import { DAY_MS } from "../../core/duration.ts";
import { LEASE_MS } from "../../core/sheet.ts";
import { nextPoll, noPrediction, openedPrediction } from "../prediction/schedule-prediction.ts";
import { firstPrice, priceAfter } from "../prediction/population-prior.ts";
import { halfUnknown, IDLE, type Load } from "../../core/load.ts";
import { behindAfter, paceOf } from "../../core/pace.ts";
import { type Breakers, type CircuitBreaker, HALF_OPEN_EVERY_MS, isBreakerOpen } from "../../core/circuit-breaker.ts";
import type { Scarcity } from "../../core/scarcity.ts";
import { steadySecondsOf, stored, type Entry, type StoredEntry, longestWaitMs } from "../../core/slot-entry.ts";
import type { Batch } from "./batch.ts";
import { witnessesOf } from "./callable.ts";
import type { Choice } from "./choose.ts";
import { lapsedBatches, stillAssigned, waitingSince, type SlotCandidate } from "./assign.ts";
import type { Claim, Predictions, TickRules, Timetable } from "./timetable.ts";

/** The test call keeps the breaker of the account open for ten more minutes, until its answer says otherwise. */
const probed = ({ gate: breaker, careful, now }: Choice, granted: number): Claim["gate"] =>
  breaker !== null && careful && granted > 0 ? shutAgain(breaker, now) : breaker;

/** The operations that chosen targets test, by target. */
function testsOf({ callable, chosen, careful }: Choice): Map<string, string> {
  const ids = new Set(careful ? [] : chosen.map(({ id }) => id));
  return new Map([...callable.tests].flatMap(([name, { id }]) => (ids.has(id) ? [[id, name]] : [])));
}

/** Those of one batch. */
function testsIn(batch: SlotCandidate[], tested: Map<string, string>): Pick<Batch, "tests"> {
  const tests = batch.flatMap(({ id }) => tested.get(id) ?? []);
  return tests.length === 0 ? {} : { tests };
}

/** The breakers of these operations, which the same way stay open until their answers say otherwise. */
const testedBreakers = (breakers: Breakers, tested: Map<string, string>, now: number): Breakers =>
  Object.fromEntries([...tested.values()].map((name) => [name, shutAgain(breakers[name]!, now)]));

/** The answer to a test says how long a 429 lasts. If the test is lost, there is another one. */
const shutAgain = (breaker: CircuitBreaker, now: number): CircuitBreaker => ({
  ...breaker,
  until: now + (breaker.reason === "throttled" ? LEASE_MS : HALF_OPEN_EVERY_MS),
});

/**
 * Schedules the next polls of the chosen targets, assuming that this poll finds no change, and assigns them to batches.
 * Pure.
 */
export function schedule(
  choice: Choice,
  rules: TickRules,
  predictions: Predictions,
): { claim: Claim; batches: Batch[] } {
  const { now, read, folded, seen, scarcity, careful, chosen, tokens } = choice;
  const [witnesses, tested] = [witnessesOf(seen, read.breakers), testsOf(choice)];
  const testers = new Set(chosen.flatMap(({ id, entry }) => (careful || tested.has(id) ? entry : [])));
  const sharingOf: SharingOf = (entry) => (testers.has(entry) ? ALONE : choice.sharingOf(entry));
  const hands = deal(chosen, rules.batchSize, sharingOf);
  const grants = hands.map(
    (batch) =>
      batch.filter(({ entry }) => testers.has(entry)).length +
      callsOf(
        batch.filter(({ entry }) => !testers.has(entry)),
        sharingOf,
      ),
  );
  const granted = grants.reduce((sum, grant) => sum + grant, 0);
  const wanted = hands.map(({ length }, slot) => Math.min(length * read.optionalCalls, rules.ownCalls - grants[slot]!));
  const spares = sparesOf(wanted, careful ? 0 : tokens - granted, now);
  const price = scarcity === null ? 0 : priceNow(choice, scarcity);
  const batches = hands.map((batch, slot) => ({
    tick: now,
    slot,
    batches: hands.length,
    grant: grants[slot]!,
    spare: spares[slot]!,
    ...heldBack(batch, groupsOf(batch, sharingOf).length, spares[slot]!, careful ? 0 : read.optionalCalls),
    careful,
    ...testsIn(batch, tested),
    ...(witnesses === undefined ? {} : { witnesses }),
    targets: batch.map(({ id, entry }): Batch["targets"][number] => {
      const target: [string, number, number, number] = [id, entry.last, entry.calls, steadySecondsOf(entry)];
      return entry.alone ? [...target, 1] : target;
    }),
    ...(scarcity === null ? {} : { unlearned: unlearned(batch, predictions, now) }),
  }));
  const earliest = hands.map((batch) => batch.reduce((least, { entry }) => Math.min(least, entry.due || now), now));
  // Computed before any target is claimed.
  const pace = paced(choice);
  const next = (one: SlotCandidate) => nextDue(one, predictions, now, price, scarcity, read);
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
      tested: testedBreakers(read.breakers, tested, now),
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
        perCall: choice.perCall,
        judged: seen.judged,
        unknown: seen.unknown,
        unknownSince: halfUnknown(seen) ? read.load.unknownSince || now : 0,
        shortestMs: Number.isFinite(seen.shortestMs) ? seen.shortestMs : null,
        ...pace,
        price,
        firstTickAt: read.lastTickAt === 0 ? now : (read.load.firstTickAt ?? 0),
      },
      assigned: {
        ...stillAssigned(read.assigned, now),
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

/** Targets that were never polled cannot report a start, so they need no optional calls. */
function heldBack(
  batch: SlotCandidate[],
  groups: number,
  spare: number,
  optionalCalls: number,
): Pick<Batch, "heldBack"> {
  const held = optionalCalls > 0 && batch.some(({ entry }) => entry.last !== 0) ? heldBackOf(groups, spare) : 0;
  return held === 0 ? {} : { heldBack: held };
}

/** Whether polls keep up with intervals. They are not behind while the circuit breaker is open. */
function paced({
  now,
  read,
  callable: { folded },
  scarcity,
  gate: breaker,
}: Choice): Pick<Load, "p95GapSeconds" | "behindSince" | "behindTicks"> {
  const before = { ...IDLE, ...read.load };
  const spacingMs = read.lastTickAt === 0 ? 0 : now - read.lastTickAt;
  const entries = folded.flatMap((sheet) => [...sheet.entries.values()]);
  const how = { now, spacingMs, fairMs: scarcity?.fairMs ?? null, leftOut: before.late > 0 };
  const { p95GapSeconds, late } = paceOf(entries, how);
  const evaluated = read.connected && !isBreakerOpen(breaker);
  return {
    p95GapSeconds: p95GapSeconds ?? (before.behindSince === 0 ? null : before.p95GapSeconds),
    ...behindAfter(before, evaluated ? late : false, now),
  };
}

/** A prediction is learned again once a day. Few per batch, as each takes half a millisecond of CPU. */
const MAX_LEARNED = 4;

const unlearned = (batch: SlotCandidate[], predictions: Predictions, now: number): string[] =>
  batch
    .filter(({ id, entry }) => entry.habitual && entry.last !== 0 && now - (predictions.get(id)?.[0] ?? 0) >= DAY_MS)
    .slice(0, MAX_LEARNED)
    .map(({ id }) => id);

/** The poll threshold of this tick, adjusted by how late the chosen polls are. */
function priceNow({ now, read, chosen, seen }: Choice, scarcity: Scarcity): number {
  const price = read.load.price || firstPrice(scarcity.stretch);
  const predictable = chosen.filter(({ entry }) => entry.habitual);
  // Other polls were not scheduled by the threshold: retries and confirmations come soon regardless.
  const priced = predictable.filter(
    ({ entry: { last, provedAt, confirms } }) => last !== 0 && provedAt === 0 && !confirms,
  );
  const polled = priced.map(({ entry: { last, due, ...entry } }) => {
    return { last, planned: due, atLongest: due - last >= longestWaitMs(entry, scarcity.fairMs) };
  });
  return seen.habitual === 0 ? price : priceAfter(price, polled, now, predictable.length, seen.habitual);
}

/** The minimum time between two polls of a target, unless its interval is shorter. */
const SHORTEST_MS = 60_000;

function nextDue(
  { id, entry }: SlotCandidate,
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

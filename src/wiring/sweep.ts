import { ticksBetween } from "../core/schedule.ts";
import { patienceMs } from "../core/health-snapshot.ts";
import { deliver, disabledNews } from "../engine/deliver/deliver.ts";
import { type WakeUp, wakeUpBusy, wakeUpRetries } from "../engine/deliver/wake-ups.ts";
import { showBoards } from "../features/boards/board/show.ts";
import { evaluateGoals } from "../features/goals/judge/goals.ts";
import { storeMonths } from "../features/goals/months.ts";
import { issueDue } from "../features/digests/edition/start-editions.ts";
import { writeEdition } from "../features/digests/edition/write.ts";
import type { Batch } from "../engine/poll/batch.ts";
import type { Polled } from "../engine/poll/store.ts";
import { poll } from "../engine/poll/poll.ts";
import { updatePrior } from "../engine/poll/choose.ts";
import { noteStale } from "../engine/poll/stale.ts";
import { NO_TICK, tick, type Ticked } from "../engine/poll/tick.ts";
import { announce } from "../engine/route/announce.ts";
import { release } from "../engine/route/release.ts";
import { editUnwatched } from "../engine/route/edit-unwatched.ts";
import { retain } from "../engine/retain/retain.ts";
import { rollUp } from "../engine/retain/roll-up.ts";
import { checkSelf, SELF_CHECK_STATEMENTS } from "../engine/self-monitor/self-monitor.ts";
import { stepper, type Stepper } from "../engine/self-monitor/stepper.ts";
import type { Order, SweepDeps, SweepRules } from "./sweep-deps.ts";

/**
 * The handler of the cron trigger. Steps that the platform may refuse come last, and nothing depends on them. The first
 * batch is polled and due deliveries are sent while the other batches go to the queue. Batches that the queue does not
 * accept are polled here within the limits, or released. Each step fails by itself; throws at the end if one did.
 */
export async function onTick(now: number, rules: SweepRules, deps: SweepDeps): Promise<void> {
  const run = stepper(deps.failed);
  const ticked: Ticked = (await run.step("claim what is due", () => tick(now, rules, deps.tick))) ?? NO_TICK;
  deps.notify({ ticked: { now, batches: ticked.batches.length, shortestMs: ticked.shortestMs } });
  const subTicks = ticksBetween(now, ticked.shortestMs, rules.betweenMs);
  if (subTicks.length > 0) await run.step("order the ticks between", () => deps.beat(now, subTicks));
  const [first, ...rest] = ticked.batches;
  const handed = rest.length === 0 ? [] : run.step("hand batches to the queue", () => deps.enqueue(rest));
  const polled = first === undefined ? null : await run.step("poll", () => pollOne(first, deps));
  const noted = await run.step("note who is unknown", () => noteStale(now, ticked.stale, deps.poll));
  if (noted !== null) deps.notify({ events: noted });
  await onGoals(now, ticked, run, deps);
  if (ticked.unwatched)
    await run.step("edit alerts of who is no longer watched", () => editUnwatched(now, deps.unwatched));
  await run.step("release what was held", () => release(now, deps.release));
  const orders = ticked.saving ? [] : ((await run.step("issue digests", () => issueDue(now, deps.issue))) ?? []);
  if (ticked.retrying) {
    const spacing = now - (ticked.lastTickAt ?? now);
    const since = (every: number) => now + Math.min(every, spacing) - every;
    await run.step("try what fails", () => deps.retryNow(now, since(TRIED_EVERY_MS), since(PROBED_EVERY_MS)));
  }
  // Other batches are still running. The last of them updates the boards.
  if (polled === null || polled.complete) await run.step("show boards", () => showBoards(now, deps.board));
  const wakeUp = { at: now, complete: polled?.complete ? now : null };
  await run.step("send what is due", () => sendDue(wakeUp, deps, MAX_BY_TICK));
  const refused = (await handed) ?? rest;
  if (refused.length > 0) await pollRefused(refused, run, deps);
  await writeRefused(orders, run, deps);
  if (ticked.pooling) await run.step("learn what all are like", () => updatePrior(now, deps.pool));
  if (ticked.lastTickAt !== null) {
    const lastTickAt = ticked.lastTickAt;
    if (!ticked.saving) {
      await run.step("roll up months", () => rollUp(now, lastTickAt, deps.rollUp));
      await run.step("sum up the month of lists", () => storeMonths(now, lastTickAt, deps.months));
      await run.step("delete what is old", () => retain(now, lastTickAt, rules.retentionDays, deps.retain));
    }
    await lookedAfter(now, lastTickAt, rules, run, deps);
  }
  run.end();
}

async function onGoals(now: number, { lastTickAt, saving }: Ticked, run: Stepper, deps: SweepDeps): Promise<void> {
  if (lastTickAt === null || saving) return;
  const events = await run.step("evaluate goals", () => evaluateGoals(now, lastTickAt, deps.goals));
  if (events !== null && events.length > 0) deps.notify({ events });
}

/** The time between tries of a failing channel, and so the longest time until a recovery is noticed. */
const TRIED_EVERY_MS = 60_000;

/** The same for a channel that has failed for hours. */
const PROBED_EVERY_MS = 600_000;

/** Runs the self-monitor, and pings the dead man's switch if polls finish. */
async function lookedAfter(
  now: number,
  lastTickAt: number,
  { replays }: SweepRules,
  run: Stepper,
  deps: SweepDeps,
): Promise<void> {
  const missed = !replays && lastTickAt !== 0 && now - lastTickAt > patienceMs(0);
  const facts = {
    queueRefused: deps.queueRefused(),
    failedStep: run.failedStep(),
    missedSince: missed ? lastTickAt : null,
  };
  const looked = await run.step("look at itself", () => checkSelf(now, facts, deps.self, deps.poll));
  if (looked !== null && looked.events.length > 0) {
    deps.notify({ events: looked.events });
    await run.step("send what is due", () => sendDue({ at: now, complete: now }, deps, MAX_BY_TICK));
  }
  if (looked?.polling === true && run.failedStep() === null) await deps.alive();
}

/** Polls batches that the queue did not accept, as far as the invocation's limits allow. The others are released. */
async function pollRefused(refused: Batch[], run: Stepper, deps: SweepDeps): Promise<void> {
  let sendable = false;
  let polled = 0;
  for (const batch of refused) {
    const calls = deps.callsLeft();
    if (calls <= 0) break;
    const done = await run.step("poll", () => pollOne(batch, deps, calls));
    sendable ||= done?.sendable ?? false;
    polled += 1;
  }
  const left = refused.slice(polled);
  if (left.length > 0) await run.step("give batches back", () => deps.free(left));
  if (sendable)
    await run.step("send what is due", () => sendDue({ at: refused[0]!.tick, complete: refused[0]!.tick }, deps));
}

/** The fewest statements for an edition: claim, sections, content. */
const EDITION_STATEMENTS = 12;

/**
 * Writes editions that the queue did not accept, as far as the invocation's limits allow: the self-monitor still needs
 * statements. The next tick orders the others again.
 */
async function writeRefused(orders: Order[], run: Stepper, deps: SweepDeps): Promise<void> {
  const statementsLeft = () => deps.write.statementsLeft() - SELF_CHECK_STATEMENTS;
  const write = { ...deps.write, statementsLeft, airtime: { ...deps.write.airtime, statementsLeft } };
  for (const order of orders)
    if (statementsLeft() >= EDITION_STATEMENTS)
      await run.step("write a digest", () => onOrder(order, { ...deps, write }));
}

/**
 * The handler of the queue "polls": polls a batch. The last batch of a tick sends what the tick found; one of no tick
 * sends what it found itself.
 */
export async function onBatch(batch: Batch, deps: SweepDeps): Promise<void> {
  const polled = await pollOne(batch, deps);
  if (batch.slot === null && polled.sendable) return sendDue({ at: batch.tick, complete: batch.tick }, deps);
  if (!polled.complete) return;
  const run = stepper(deps.failed);
  await run.step("show boards", () => showBoards(batch.tick, deps.board));
  await sendDue({ at: batch.tick, complete: batch.tick }, deps);
}

/** Writes an edition. It is sent by another invocation if the queue accepts the wake-up. */
export async function onOrder({ edition, at }: Order, deps: SweepDeps): Promise<void> {
  const wakeUp = { at, complete: null };
  if ((await writeEdition(edition, at, deps.write)) && !(await deps.wakeUp(wakeUp, 0))) await sendDue(wakeUp, deps);
}

/** The handler of wake-ups. */
export const onWakeUp = (wakeUp: WakeUp, deps: SweepDeps): Promise<void> => sendDue(wakeUp, deps);

async function pollOne(batch: Batch, deps: SweepDeps, maxCalls?: number): Promise<Polled> {
  const polled = await poll(batch, deps.poll, maxCalls);
  deps.notify({ batch, polled });
  if (!polled.complete && batch.slot !== null)
    for (const at of polled.opened) await deps.wakeUp({ at, complete: null }, (at - batch.tick) / 1000);
  return polled;
}

/**
 * The maximum number of deliveries that a tick sends, since the next tick waits for it. Other invocations send the
 * rest.
 */
const MAX_BY_TICK = 60;

async function sendDue(wakeUp: WakeUp, deps: SweepDeps, max = Infinity): Promise<void> {
  for (let room = deps.room(); room > 0; room = deps.room()) {
    const delivered = await deliver(wakeUp.at, Math.min(room, max), wakeUp.complete, deps.deliver);
    const events = await announce(disabledNews(delivered.disabled, wakeUp.at), {}, wakeUp.at, deps.poll);
    deps.notify({ delivered, events });
    await wakeUpRetries(delivered, wakeUp, deps);
    if (!delivered.more && events.length === 0) return wakeUpBusy(delivered, wakeUp, deps);
    // If the queue does not accept the wake-up, sending continues here within the limits.
    if (await deps.wakeUp(wakeUp, 0)) return;
  }
  await deps.wakeUp(wakeUp, 0);
}

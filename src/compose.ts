import { configured, lostKeys, type Configured, type Env } from "./compose-environment.ts";
import { routingOn } from "./compose-routing.ts";
import { base32 } from "./core/ids.ts";
import { adminHolder } from "./core/sign-in.ts";
import { linesOf, logged } from "./edges/log/log.ts";
import { pinged } from "./edges/outbound/dead-man.ts";
import { callsLeft } from "./core/limits.ts";
import { queueSender } from "./edges/queue/queue-sender.ts";
import { countedCalls } from "./edges/outbound/counted-calls.ts";
import { outboundSender } from "./edges/outbound/sender.ts";
import { throughHost } from "./edges/outbound/through-host.ts";
import { commit } from "./edges/store/commit-store.ts";
import { boardStore } from "./edges/store/board-store.ts";
import { editionStore } from "./edges/store/edition-store.ts";
import { priorStore, readHistories } from "./edges/store/habit-store.ts";
import { gathered } from "./edges/store/gathered.ts";
import { goalStore } from "./edges/store/goal-store.ts";
import { heldStore } from "./edges/store/held-store.ts";
import { InFlight } from "./edges/store/in-flight.ts";
import { metered, type Meter } from "./edges/store/meter.ts";
import { retryNow } from "./edges/store/channel-store.ts";
import { outboxStore } from "./edges/store/outbox-store.ts";
import { historyStore } from "./edges/store/past-store.ts";
import { loadBatch } from "./edges/store/poll-store.ts";
import { retainStore } from "./edges/store/retain-store.ts";
import { sealSome } from "./edges/store/sealed-store.ts";
import { selfStore } from "./edges/store/self-store.ts";
import { releaseBatches } from "./edges/store/tally.ts";
import { serviceStore } from "./edges/store/service-store.ts";
import { timetableStore } from "./edges/store/timetable-store.ts";
import { upstreamCaller } from "./edges/upstream/caller.ts";
import type { Service } from "./edges/upstream/service.ts";
import type { StoredService } from "./flows/manage/service.ts";
import { attemptsLeft, claimsLeft, leaseMs, type Left } from "./flows/deliver/room.ts";
import type { SweepDeps } from "./flows/sweep.ts";
import { LOOK_STATEMENTS } from "./flows/self/look.ts";

/** What one invocation works with: counted, and bounded by the platform's limits. */
export interface Invocation extends Pick<
  Configured,
  "config" | "given" | "addresses" | "vault" | "counters" | "isUsedUp"
> {
  /** The polled service as it is set up, read once for an invocation. */
  service: () => Promise<Service>;
  /** The same as if this were stored of it. */
  serviceFrom: (stored: StoredService) => Promise<Service>;
  /** Goes out, counted among what an invocation may call. */
  outside: typeof fetch;
  db: D1Database;
  /** The same for reads alone: those of one turn are one journey. */
  reads: D1Database;
  sweep: SweepDeps;
  statementsLeft: () => number;
}

/** Between the steps of a flow: tests stop the process there. */
export type Seam = <F extends (...args: never[]) => Promise<unknown>>(name: string, step: F) => F;

export const whole: Seam = (_name, step) => step;

const sending = new InFlight();

/** Wires every edge into the flows for one invocation. Throws where the configuration is wrong. */
export function compose(env: Env, seam: Seam = whole): Invocation {
  const configuration = configured(env);
  if ("errors" in configuration)
    throw new Error(`configuration: ${configuration.errors.map((one) => `${one.name} ${one.message}`).join("; ")}`);
  const { config, addresses, vault, counters } = configuration;
  const meter: Meter = { statements: 0 };
  const db = metered(env.DB, meter, config.limits.statements, counters.add, configuration.noteRefusal);
  const { counting, count: fetched } = countedCalls(config.limits.fetches);
  const outside = env.OUTSIDE ?? globalThis;
  const counted = counting((input, init) => outside.fetch(input, init));
  const toDestinations = env.DESTINATIONS === undefined ? counted : counting(throughHost(env.DESTINATIONS));
  let service: Promise<Service> | undefined;
  const serviceNow = () => (service ??= serviceStore(db).read().then(configuration.service));
  // What a tick or a poll reads anyway says how the service is set up.
  const serviceRead = (stored: StoredService) => (service = configuration.service(stored));
  const read = upstreamCaller(serviceNow, counters.add, counted);
  const send = outboundSender(addresses, config.DELIVERY_TIMEOUT_MS, toDestinations);
  const timetable = timetableStore(db, async (stored) => {
    const { credentials, optionalCalls } = await serviceRead(stored);
    return { connected: credentials !== null, optionalCalls };
  });
  const [editions, boards] = [editionStore(db), boardStore(db, configuration.given)];
  const [queue, startedAt] = [queueSender(counters.add), Date.now()];
  const routing = routingOn(
    db,
    seam("commit", (plan) => counters.carriedBy((carried) => commit(db, plan, carried))),
  );
  const outbox = outboxStore(db, vault, sending, { leaseMs: leaseMs(config.DELIVERY_TIMEOUT_MS), wallNow: Date.now });
  const left = (): Left => ({
    fetches: config.limits.fetches - fetched() - (config.DEADMAN_URL === undefined ? 0 : 1),
    statements: config.limits.statements - meter.statements,
  });
  const statementsLeft = () => left().statements;
  const sweep: SweepDeps = {
    tick: { ...timetable, claim: seam("claim", (plan) => timetable.claim(plan)) },
    pool: priorStore(db),
    poll: {
      load: seam("load", (batch) =>
        loadBatch(db, batch, async (stored) => {
          const { operations } = await serviceRead(stored);
          return (operation) => operations.has(operation);
        }),
      ),
      read: seam("read", read),
      sideBySide: config.limits.sideBySide,
      perMinute: config.UPSTREAM_POLLS_PER_MINUTE,
      deadline: (ms) => AbortSignal.timeout(ms),
      ...routing,
      pasts: (ids) => readHistories(db, ids),
      random: Math.random,
      wallNow: Date.now,
      bug: logged("poll"),
    },
    deliver: {
      take: seam("take", (now, max, complete) => outbox.take(now, max, complete)),
      send: seam("send", send),
      bases: config.bases,
      language: config.LANGUAGE,
      sideBySide: config.limits.channelsAtOnce,
      edition: (id) => editions.find(id),
      board: (id) => boards.find(id),
      pictures: {
        drawer: configuration.drawer,
        publicUrl: config.PUBLIC_URL ?? null,
        mostFiles: config.limits.pictures,
      },
      bug: logged("deliver"),
      divide: (taker, division) => outbox.divide(taker, division),
      settle: seam("settle", (settled) => outbox.settle(settled)),
      free: (taker, ids) => outbox.free(taker, ids),
      left: () => attemptsLeft(left()),
      count: counters.add,
      random: Math.random,
      wallNow: Date.now,
      sleep: (ms) => (ms <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms))),
    },
    release: heldStore(db),
    goals: { ...routing, ...goalStore(db), ...historyStore(db), statementsLeft },
    issue: {
      dueDigests: (now) => editions.dueDigests(now),
      issue: seam("issue", (issues, now) => editions.issue(issues, now)),
      order: seam("order", (edition, at) => queue.send(env.DELIVERIES, { edition, at })),
    },
    write: {
      ...historyStore(db),
      claim: (id, now) => editions.claim(id, now),
      keep: seam("keep", (id, content, pictures) => editions.keep(id, content, pictures)),
      newKey: () => base32(crypto.getRandomValues(new Uint8Array(32))),
      wallNow: Date.now,
    },
    board: { ...boards, bring: seam("bring", (changed, now) => boards.bring(changed, now)) },
    retain: {
      ...retainStore(db, adminHolder(config.ADMIN_TOKEN)),
      limits: config.limits.retention,
      behind: configuration.behind,
      renew: async (max) => void (await sealSome(db, vault, max)),
      statementsLeft: () => statementsLeft() - LOOK_STATEMENTS,
      wallNow: Date.now,
    },
    self: selfStore(
      db,
      { lostKeys: (suspects) => lostKeys(db, configuration, suspects), rowsADay: config.limits.rowsADay },
      configuration.given,
    ),
    enqueue: seam("enqueue", (batches) => queue.sendAll(env.POLLS, batches)),
    beat: seam("beat", async (now, times) => {
      const subTicks = times.map((tickAt) => ({ body: { tickAt }, delaySeconds: Math.round((tickAt - now) / 1000) }));
      await queue.sendLater(env.POLLS, subTicks);
    }),
    nudge: seam("nudge", (wakeUp, delaySeconds) => queue.send(env.DELIVERIES, wakeUp, delaySeconds)),
    hasten: (...times) => retryNow(db, ...times),
    free: async (batches) => void (await releaseBatches(db, batches).run()),
    queueRefused: queue.refused,
    room: () => Math.min(config.limits.deliveries, claimsLeft(left())),
    callsLeft: () =>
      callsLeft(config.limits, { fetches: fetched(), statements: meter.statements }, Date.now() - startedAt),
    tell: (news) => linesOf(news).forEach((line) => console.log(line)),
    failed: (step, thrown) => logged(`tick: could not ${step}`)(thrown),
    alive: () => pinged(config.DEADMAN_URL, counted),
  };
  return {
    config,
    given: configuration.given,
    addresses,
    vault,
    counters,
    isUsedUp: configuration.isUsedUp,
    service: serviceNow,
    serviceFrom: configuration.service,
    outside: counted,
    db,
    reads: gathered(db),
    sweep,
    statementsLeft,
  };
}

import { configured, type Env, lostKeys } from "./compose-environment.ts";
import type { Invocation } from "./invocation.ts";
import { base32 } from "../core/ids.ts";
import { adminHolder } from "../core/sign-in.ts";
import { entriesOf, log, logged } from "./log/log.ts";
import { callsLeft } from "../core/limits.ts";
import { queueSender } from "../engine/deliver/queue-sender.ts";
import { countedCalls, outboundSender, pinged, throughHost } from "../engine/outbound/sender.ts";
import { commit } from "../engine/poll/commit-store.ts";
import { boardStore } from "../features/boards/board-store.ts";
import { editionStore } from "../features/digests/edition-store.ts";
import { priorStore, readHistories } from "../engine/poll/prediction-store.ts";
import { batchedReads } from "../engine/poll/batch-reads.ts";
import { goalStore } from "../features/goals/goal-store.ts";
import { heldStore } from "../engine/route/held-store.ts";
import { InFlight } from "../engine/poll/batch.ts";
import { type Meter, metered } from "../db/meter.ts";
import { retryNow } from "../engine/deliver/channel-store.ts";
import { outboxStore } from "../engine/deliver/outbox-store.ts";
import { DAY_MS } from "../core/duration.ts";
import { readHorizon, selfStore } from "../engine/self-monitor/health-store.ts";
import { monthsStore } from "../features/goals/months-store.ts";
import { pastMonths } from "../features/reports/past-months-store.ts";
import { airtimeStore } from "../features/reports/airtime-store.ts";
import { historyStore } from "../features/digests/history-store.ts";
import { airtimeCsv } from "../features/history/tables.ts";
import { monthStore, retainStore } from "../engine/retain/retain-store.ts";
import { sealSome } from "../engine/upstream/encrypted-store.ts";
import { unwatchedStore } from "../engine/route/unwatched-store.ts";
import { releaseBatches } from "../engine/poll/batch-ledger.ts";
import { spend } from "../features/status/status-store.ts";
import { serviceStore } from "../engine/upstream/service-store.ts";
import { timetableStore } from "../engine/poll/timetable-store.ts";
import { upstreamCaller } from "../engine/upstream/caller.ts";
import { ruleOf, type Service } from "../engine/upstream/service.ts";
import type { StoredService } from "../engine/upstream/definition.ts";
import { attemptsLeft, claimsLeft, leaseMs, type Left } from "../engine/deliver/capacity.ts";
import type { Config } from "./config.ts";
import { SELF_CHECK_STATEMENTS } from "../engine/self-monitor/self-monitor.ts";
import { roomStore } from "../features/reports/room.ts";
import { loadBatch } from "../engine/poll/poll-store.ts";
import { readCooling, readEarlier, readFollowed, readMentions, readRoutes } from "../engine/route/route-store.ts";
import type { PollDeps } from "../engine/poll/poll.ts";
import type { AnnounceDeps } from "../engine/route/announce.ts";
import { asksByName } from "../kinds/resolving.ts";
import type { SweepDeps } from "./sweep-deps.ts";

/** Finds the routes of events, and writes them. */
const routingOn = (db: D1Database, commit: AnnounceDeps["commit"]): AnnounceDeps => ({
  routes: () => readRoutes(db),
  earlier: (requested) => readEarlier(db, requested),
  mentions: (ids) => readMentions(db, ids),
  cooling: (requested) => readCooling(db, requested),
  followed: (ids) => readFollowed(db, ids),
  commit,
  newId: () => crypto.randomUUID(),
});

/** Loads batches. `service` returns the polled service of the settings that were read with them. */
const batchLoader =
  (db: D1Database, service: (stored: StoredService) => Promise<Service>): PollDeps["load"] =>
  (batch) =>
    loadBatch(db, batch, async (stored) => {
      const { operations, source, perMinute, id } = await service(stored);
      return {
        operation: (name) => operations.get(name) ?? null,
        byName: (kind) => asksByName(kind, (name) => operations.get(name) ?? null),
        isDemo: source === "default",
        serviceId: id,
        perMinute,
      };
    });

const sending = new InFlight();

/**
 * Composes everything for one invocation, which has already sent so many statements. Throws if the
 * configuration is invalid.
 */
export function compose(env: Env, statements = 0): Invocation {
  const configuration = configured(env);
  if ("errors" in configuration)
    throw new Error(`configuration: ${configuration.errors.map((one) => `${one.name} ${one.message}`).join("; ")}`);
  const { config, addresses, vault, counters } = configuration;
  const meter: Meter = { statements };
  const db = metered(env.DB, meter, config.limits.statements, counters.add, configuration.noteRefusal);
  const { counting, count: fetched } = countedCalls(config.limits.fetches);
  const outside = env.OUTSIDE ?? globalThis;
  const counted = counting((input, init) => outside.fetch(input, init));
  const toDestinations = env.DESTINATIONS === undefined ? counted : counting(throughHost(env.DESTINATIONS));
  let service: Promise<Service> | undefined;
  const serviceNow = () => (service ??= serviceStore(db).read().then(configuration.service));
  // Ticks and polls read the service's settings together with other data.
  const serviceRead = (stored: StoredService) => (service = configuration.service(stored));
  const read = upstreamCaller(serviceNow, counters.add, counted);
  const send = outboundSender(addresses, config.DELIVERY_TIMEOUT_MS, toDestinations);
  const timetable = timetableStore(db, async (stored) => {
    const { credentials, optionalCalls, source, perMinute, many } = await serviceRead(stored);
    return { connected: credentials !== null, optionalCalls, isDemo: source === "default", perMinute, many };
  });
  const [editions, boards] = [editionStore(db), boardStore(db, configuration.given)];
  const [queue, startedAt] = [queueSender(counters.add), Date.now()];
  const routing = routingOn(db, (plan) => counters.carriedBy((carried) => commit(db, plan, carried)));
  const outbox = outboxStore(db, vault, sending, {
    leaseMs: leaseMs(config.DELIVERY_TIMEOUT_MS),
    wallNow: Date.now,
    language: config.language,
  });
  const left = (): Left => ({
    fetches: config.limits.fetches - fetched() - (config.DEADMAN_URL === undefined ? 0 : 1),
    statements: config.limits.statements - meter.statements,
  });
  const statementsLeft = () => left().statements;
  const leftForUpkeep = () => statementsLeft() - SELF_CHECK_STATEMENTS;
  const upkeep = { limits: config.limits.retention, statementsLeft: leftForUpkeep, wallNow: Date.now };
  const horizon = () => readHorizon(db, configuration.given, Date.now());
  const sweep: SweepDeps = {
    tick: timetable,
    pool: priorStore(db, config.budget),
    poll: {
      load: batchLoader(db, serviceRead),
      read,
      sideBySide: config.limits.sideBySide,
      spend: (calls) => spend(db, calls, config.budget),
      deadline: (ms) => AbortSignal.timeout(ms),
      ...routing,
      pasts: (ids) => readHistories(db, ids),
      random: Math.random,
      wallNow: Date.now,
      bug: logged("poll"),
    },
    deliver: {
      take: (now, max, complete) => outbox.take(now, max, complete),
      send,
      bases: config.bases,
      unsubscribeLinks: configuration.unsubscribeLinks,
      language: config.language ?? "en",
      presses: pressesOf(config),
      sideBySide: config.limits.channelsAtOnce,
      edition: (id) => editions.find(id),
      board: (id) => boards.find(id),
      pictures: {
        drawer: configuration.drawer,
        publicUrl: config.PUBLIC_URL ?? null,
        mostFiles: config.limits.pictures,
        writeTable: airtimeCsv,
      },
      bug: logged("deliver"),
      divide: (taker, division) => outbox.divide(taker, division),
      settle: (settled) => outbox.settle(settled),
      free: (taker, ids) => outbox.free(taker, ids),
      follow: (channel, settings) => outbox.follow(channel, settings),
      left: () => attemptsLeft(left()),
      count: counters.add,
      random: Math.random,
      wallNow: Date.now,
      sleep: (ms) => (ms <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms))),
    },
    release: heldStore(db),
    unwatched: { ...routing, ...unwatchedStore(db) },
    goals: {
      ...routing,
      ...goalStore(db),
      ...historyStore(db),
      pastMonths: (query, after, max) => pastMonths(db, query, after, max),
      horizon,
      retentionMs: config.RETENTION_DAYS * DAY_MS,
      statementsLeft,
    },
    months: { ...monthsStore(db), ...airtimeStore(db, statementsLeft, horizon), statementsLeft },
    issue: {
      dueDigests: (now) => editions.dueDigests(now),
      digestLists: () => editions.digestLists(),
      issue: (issues, now) => editions.issue(issues, now),
      order: (edition, at) => queue.send(env.DELIVERIES, { edition, at }),
    },
    write: {
      ...historyStore(db),
      ...roomStore(db, statementsLeft),
      airtime: airtimeStore(db, statementsLeft, horizon),
      retentionMs: config.RETENTION_DAYS * DAY_MS,
      claim: (id, now) => editions.claim(id, now),
      keep: (id, content, pictures) => editions.keep(id, content, pictures),
      newKey: () => base32(crypto.getRandomValues(new Uint8Array(32))),
      wallNow: Date.now,
    },
    board: boards,
    rollUp: { ...monthStore(db), ...upkeep, seen: configuration.rolledUp },
    retain: {
      ...retainStore(db, adminHolder(config.ADMIN_TOKEN)),
      ...upkeep,
      behind: configuration.behind,
      renew: async (max) => void (await sealSome(db, vault, max)),
    },
    self: selfStore(
      db,
      {
        lostKeys: (suspects) => lostKeys(db, configuration, suspects),
        rowsADay: config.limits.rowsADay,
        rule: async () => ruleOf(await serviceNow()),
      },
      configuration.given,
    ),
    enqueue: (batches) => queue.sendAll(env.POLLS, batches),
    beat: async (now, times) => {
      const subTicks = times.map((tickAt) => ({ body: { tickAt }, delaySeconds: Math.round((tickAt - now) / 1000) }));
      await queue.sendLater(env.POLLS, subTicks);
    },
    command: (command) => queue.send(env.DELIVERIES, { command }),
    wakeUp: (wakeUp, delaySeconds) => queue.send(env.DELIVERIES, wakeUp, delaySeconds),
    retryNow: (...times) => retryNow(db, ...times),
    free: async (batches) => void (await releaseBatches(db, batches).run()),
    queueRefused: queue.refused,
    room: () => Math.min(config.limits.deliveries, claimsLeft(left())),
    callsLeft: () =>
      callsLeft(config.limits, { fetches: fetched(), statements: meter.statements }, Date.now() - startedAt),
    notify: (news) => entriesOf(news).forEach(log),
    failed: (step, thrown) => logged(`tick: could not ${step}`)(thrown),
    alive: () => pinged(config.DEADMAN_URL, counted),
  };
  return {
    config,
    given: configuration.given,
    isDeployed: configuration.isDeployed,
    hasWatchdog: configuration.hasWatchdog,
    addresses,
    vault,
    unsubscribeLinks: configuration.unsubscribeLinks,
    counters,
    accessKeys: configuration.accessKeys,
    files: configuration.files,
    isUsedUp: configuration.isUsedUp,
    service: serviceNow,
    rereadService: () => void (service = undefined),
    serviceFrom: configuration.service,
    outside: counted,
    db,
    reads: batchedReads(db),
    sweep,
    statementsLeft,
  };
}

/** Kinds of channels whose services ask us when somebody presses a button: those whose requests we can verify. */
const pressesOf = ({ DISCORD_PUBLIC_KEY, SLACK_SIGNING_SECRET, PUBLIC_URL }: Config): ReadonlySet<string> =>
  new Set([
    ...(DISCORD_PUBLIC_KEY === undefined ? [] : ["discord-bot"]),
    ...(SLACK_SIGNING_SECRET === undefined ? [] : ["slack-bot"]),
    // Telegram needs an address to ask.
    ...(PUBLIC_URL === undefined ? [] : ["telegram"]),
  ]);

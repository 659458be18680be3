import { readConfig, type Config, type ConfigError } from "./config.ts";
import { base32 } from "./core/ids.ts";
import type { Addresses } from "./channels/public-url.ts";
import { linesOf } from "./edges/log/log.ts";
import { logged } from "./edges/log/logged.ts";
import { pinged } from "./edges/outbound/dead-man.ts";
import { count, withCarried } from "./edges/store/carried-counts.ts";
import { callsLeft } from "./flows/poll/calls-left.ts";
import { queueSender } from "./edges/queue/queue-sender.ts";
import { outboundSender } from "./edges/outbound/sender.ts";
import { throughHost, type HostFetcher } from "./edges/outbound/through-host.ts";
import { commit } from "./edges/store/commit-store.ts";
import { pictureOf } from "./edges/picture/picture.ts";
import { countLost, renewSome } from "./edges/store/channel-settings.ts";
import { editionStore } from "./edges/store/edition-store.ts";
import { heldStore } from "./edges/store/held-store.ts";
import { InFlight } from "./edges/store/in-flight.ts";
import { metered, type Meter } from "./edges/store/meter.ts";
import { outboxStore } from "./edges/store/outbox-store.ts";
import { pastStore } from "./edges/store/past-store.ts";
import { loadBatch, readLately, readRoutes, readTold } from "./edges/store/poll-store.ts";
import { retainStore } from "./edges/store/retain-store.ts";
import { selfStore } from "./edges/store/self-store.ts";
import { freeBatches } from "./edges/store/tally.ts";
import { timetableStore } from "./edges/store/timetable-store.ts";
import { openVault, type Vault } from "./edges/store/vault.ts";
import { upstreamCaller, type UpstreamAccount } from "./edges/upstream/caller.ts";
import { operationsOf } from "./edges/upstream/operations.ts";
import { upstreamProber } from "./edges/upstream/prober.ts";
import type { Batch } from "./flows/poll/batch.ts";
import { attemptsLeft, claimsLeft, leaseMs, type Left } from "./flows/deliver/room.ts";
import type { Nudge, Order, SweepDeps } from "./flows/sweep.ts";

export interface Env {
  DB: D1Database;
  POLLS: Queue<Batch>;
  DELIVERIES: Queue<Nudge | Order>;
  /** Of the local host alone: calls destinations, whose names it resolves and judges. */
  DESTINATIONS?: HostFetcher;
  /** Of the local host alone: the ports on which it listens, with commas between. */
  OWN_PORTS?: string;
  /** Of the local host alone: "true" where ticks may be far ahead of the clock. */
  REPLAY_TICKS?: string;
  [name: string]: unknown;
}

/** What one invocation works with: counted, and bounded by the platform's limits. */
export interface Invocation {
  config: Config;
  /** Which addresses channels may name. */
  addresses: Addresses;
  db: D1Database;
  vault: Vault;
  sweep: SweepDeps;
  prober: ReturnType<typeof upstreamProber>;
  /** Adds to a counter of the metrics. */
  count: typeof count;
}

/** Between the steps of a flow: tests stop the process there. */
export type Seam = <F extends (...args: never[]) => Promise<unknown>>(name: string, step: F) => F;

export const whole: Seam = (_name, step) => step;

const addressesOf = (
  { ALLOW_LOCAL_WEBHOOKS: local, PUBLIC_URL: own }: Config,
  { OWN_PORTS: ports = "" }: Env,
): Addresses => ({
  local,
  own: own === undefined ? null : new URL(own).hostname,
  ownPorts: ports.split(",").filter(Boolean).map(Number),
});

const sending = new InFlight();

interface Configured {
  config: Config;
  vault: Vault;
  account: UpstreamAccount;
  /** When this isolate last looked whether a key opens each channel, wall clock; 0 for never. */
  keysLookedAt: number;
}

const configs = new WeakMap<object, Configured | { errors: ConfigError[] }>();

/** The configuration of this environment, and what is made of it alone, once. */
export function configured(env: Env): Configured | { errors: ConfigError[] } {
  const known = configs.get(env);
  if (known !== undefined) return known;
  const read = readConfig(env);
  const made =
    "errors" in read
      ? read
      : {
          config: read.config,
          vault: openVault(read.config.ENCRYPTION_KEYS),
          account: accountOf(read.config),
          keysLookedAt: 0,
        };
  configs.set(env, made);
  return made;
}

const accountOf = (config: Config): UpstreamAccount => ({
  baseUrl: config.UPSTREAM_BASE_URL,
  username: config.UPSTREAM_USERNAME,
  password: config.UPSTREAM_PASSWORD,
  timeoutMs: config.UPSTREAM_TIMEOUT_MS,
  operations: operationsOf(config.operations),
});

/** Wires every edge into the flows for one invocation. Throws where the configuration is wrong. */
export function compose(env: Env, seam: Seam = whole): Invocation {
  const made = configured(env);
  if ("errors" in made)
    throw new Error(`configuration: ${made.errors.map((one) => `${one.name} ${one.message}`).join("; ")}`);
  const { config, vault, account } = made;
  const meter: Meter = { statements: 0 };
  const db = metered(env.DB, meter, config.limits.statements, count);
  let fetches = 0;
  const counting =
    (fetcher: typeof fetch): typeof fetch =>
    (input, init) => {
      fetches += 1;
      if (fetches > config.limits.fetches)
        throw new Error(`more than ${config.limits.fetches} calls in one invocation`);
      return fetcher(input, init);
    };
  const counted = counting((input, init) => fetch(input, init));
  const addresses = addressesOf(config, env);
  const toDestinations = env.DESTINATIONS === undefined ? counted : counting(throughHost(env.DESTINATIONS));
  const read = upstreamCaller(account, count, counted);
  const send = outboundSender(addresses, config.DELIVERY_TIMEOUT_MS, toDestinations);
  const timetable = timetableStore(db);
  const editions = editionStore(db);
  const queue = queueSender(count);
  const startedAt = Date.now();
  const outbox = outboxStore(db, vault, sending, { leaseMs: leaseMs(config.DELIVERY_TIMEOUT_MS), wallNow: Date.now });
  const left = (): Left => ({
    fetches: config.limits.fetches - fetches - (config.DEADMAN_URL === undefined ? 0 : 1),
    statements: config.limits.statements - meter.statements,
  });
  const sweep: SweepDeps = {
    tick: { ...timetable, claim: seam("claim", (plan) => timetable.claim(plan)) },
    poll: {
      load: seam("load", (batch) => loadBatch(db, batch)),
      read: seam("read", read),
      routes: () => readRoutes(db),
      told: (asked) => readTold(db, asked),
      lately: (asked) => readLately(db, asked),
      commit: seam("commit", (plan) => commit(db, { ...plan, counts: withCarried(plan.counts) })),
      newId: () => crypto.randomUUID(),
      random: Math.random,
      wallNow: Date.now,
      bug: logged("poll"),
    },
    deliver: {
      take: seam("take", (now, most, complete) => outbox.take(now, most, complete)),
      send: seam("send", send),
      bases: { slack: config.SLACK_API_BASE_URL, discord: config.DISCORD_API_BASE_URL },
      edition: (id) => editions.find(id),
      pictures: { draw: pictureOf, publicUrl: config.PUBLIC_URL ?? null, mostFiles: config.limits.pictures },
      bug: logged("deliver"),
      settle: seam("settle", (settled) => outbox.settle(settled)),
      free: (taker, ids) => outbox.free(taker, ids),
      left: () => attemptsLeft(left()),
      count,
      random: Math.random,
      wallNow: Date.now,
      sleep: (ms) => (ms <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms))),
    },
    release: heldStore(db),
    issue: {
      dueDigests: (now) => editions.dueDigests(now),
      issue: seam("issue", (issues, now) => editions.issue(issues, now)),
      order: seam("order", (edition, at) => queue.send(env.DELIVERIES, { edition, at })),
    },
    write: {
      ...pastStore(db),
      claim: (id, now) => editions.claim(id, now),
      keep: seam("keep", (id, content, pictures) => editions.keep(id, content, pictures)),
      newKey: () => base32(crypto.getRandomValues(new Uint8Array(32))),
      wallNow: Date.now,
    },
    retain: {
      ...retainStore(db),
      renew: (most) => renewSome(db, vault, most),
      statementsLeft: () => left().statements,
      wallNow: Date.now,
    },
    self: selfStore(db, () => lostKeys(db, made)),
    enqueue: seam("enqueue", (batches) => queue.sendAll(env.POLLS, batches)),
    nudge: seam("nudge", (nudge, delaySeconds) => queue.send(env.DELIVERIES, nudge, delaySeconds)),
    free: async (batches) => void (await freeBatches(db, batches).run()),
    queueRefused: queue.refused,
    room: () => Math.min(config.limits.deliveries, claimsLeft(left())),
    callsLeft: () => callsLeft(config.limits, { fetches, statements: meter.statements }, Date.now() - startedAt),
    tell: (news) => linesOf(news).forEach((line) => console.log(line)),
    failed: (step, thrown) => logged(`tick: could not ${step}`)(thrown),
    alive: () => pinged(config.DEADMAN_URL, counted),
  };
  return { config, addresses, db, vault, sweep, prober: upstreamProber(account, count, counted), count };
}

/** Keys are looked at by the first tick that an isolate does, and then now and then. */
const KEYS_EVERY_MS = 600_000;

async function lostKeys(db: D1Database, made: Configured): Promise<number | null> {
  const now = Date.now();
  if (now - made.keysLookedAt < KEYS_EVERY_MS) return null;
  made.keysLookedAt = now;
  return countLost(db, made.vault);
}

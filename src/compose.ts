import { readConfig, type Config, type ConfigError } from "./config.ts";
import { base32 } from "./core/ids.ts";
import type { Addresses } from "./channels/public-url.ts";
import { linesOf } from "./edges/log/log.ts";
import { sendAll } from "./edges/queue/send-all.ts";
import { outboundSender } from "./edges/outbound/sender.ts";
import { commit } from "./edges/store/commit-store.ts";
import { pictureOf } from "./edges/picture/picture.ts";
import { renewSome } from "./edges/store/channel-settings.ts";
import { editionStore } from "./edges/store/edition-store.ts";
import { heldStore } from "./edges/store/held-store.ts";
import { InFlight } from "./edges/store/in-flight.ts";
import { metered, type Meter } from "./edges/store/meter.ts";
import { outboxStore } from "./edges/store/outbox-store.ts";
import { pastStore } from "./edges/store/past-store.ts";
import { loadBatch, readLately, readRoutes, readTold } from "./edges/store/poll-store.ts";
import { retainStore } from "./edges/store/retain-store.ts";
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
  [name: string]: unknown;
}

/** What one invocation works with: counted, and bounded by the platform's limits. */
export interface Invocation {
  config: Config;
  db: D1Database;
  vault: Vault;
  sweep: SweepDeps;
  prober: ReturnType<typeof upstreamProber>;
}

/** Between the steps of a flow: tests stop the process there. */
export type Seam = <F extends (...args: never[]) => Promise<unknown>>(name: string, step: F) => F;

const whole: Seam = (_name, step) => step;

/** Which addresses channels may name. */
export const addressesOf = ({ ALLOW_LOCAL_WEBHOOKS: local, PUBLIC_URL: own }: Config): Addresses => ({
  local,
  own: own === undefined ? null : new URL(own).hostname,
});

/** Counts that wait for the next row that is written anyway. */
const carried: Record<string, number> = {};

const sending = new InFlight();

interface Configured {
  config: Config;
  vault: Vault;
  account: UpstreamAccount;
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
      : { config: read.config, vault: openVault(read.config.ENCRYPTION_KEYS), account: accountOf(read.config) };
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
  const counted: typeof fetch = (input, init) => {
    fetches += 1;
    if (fetches > config.limits.fetches) throw new Error(`more than ${config.limits.fetches} calls in one invocation`);
    return fetch(input, init);
  };
  const read = upstreamCaller(account, count, counted);
  const send = outboundSender(addressesOf(config), config.DELIVERY_TIMEOUT_MS, counted);
  const timetable = timetableStore(db);
  const editions = editionStore(db);
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
    },
    deliver: {
      take: seam("take", (now, most, complete) => outbox.take(now, most, complete)),
      send: seam("send", send),
      bases: { slack: config.SLACK_API_BASE_URL, discord: config.DISCORD_API_BASE_URL },
      edition: (id) => editions.find(id),
      pictures: { draw: pictureOf, publicUrl: config.PUBLIC_URL ?? null, mostFiles: config.limits.pictures },
      bug: (thrown) => console.error(`deliver: ${thrown instanceof Error ? thrown.stack : String(thrown)}`),
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
      order: seam("order", async (edition, at) => {
        count("queue|operations", 3);
        await env.DELIVERIES.send({ edition, at });
      }),
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
    enqueue: seam("enqueue", (batches) => sendBatches(env.POLLS, batches)),
    nudge: seam("nudge", async (nudge, delaySeconds) => {
      count("queue|operations", 3);
      await env.DELIVERIES.send(nudge, { delaySeconds });
    }),
    room: () => Math.min(config.limits.deliveries, claimsLeft(left())),
    alive: () => pinged(config.DEADMAN_URL, counted),
    tell: (news) => linesOf(news).forEach((line) => console.log(line)),
  };
  return { config, db, vault, sweep, prober: upstreamProber(account, count, counted) };
}

function count(key: string, by = 1): void {
  carried[key] = (carried[key] ?? 0) + by;
}

/** The counts of a commit with those that waited: calls, deliveries, queue operations, and what D1 was asked. */
function withCarried(counts: Record<string, number>): Record<string, number> {
  const all = { ...carried };
  for (const key of Object.keys(carried)) delete carried[key];
  for (const [key, value] of Object.entries(counts)) all[key] = (all[key] ?? 0) + value;
  return all;
}

const PING_TIMEOUT_MS = 5000;

/** A dead man's switch: silence is what it tells. That a ping failed is no news, and its address may be a secret. */
async function pinged(url: string | undefined, fetcher: typeof fetch): Promise<void> {
  if (url === undefined) return;
  const init: RequestInit = { redirect: "manual", signal: AbortSignal.timeout(PING_TIMEOUT_MS) };
  await fetcher(url, init).then(
    (response) => response.body?.cancel(),
    () => undefined,
  );
}

async function sendBatches(queue: Queue<Batch>, batches: Batch[]): Promise<void> {
  count("queue|operations", 3 * batches.length);
  await sendAll(queue, batches);
}

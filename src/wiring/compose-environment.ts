import type { SubTick } from "../core/schedule.ts";
import { saysUsedUp, untilMidnightMs } from "../core/database-use.ts";
import type { Addresses } from "../core/public-url.ts";
import { type Config, type ConfigError, readConfig } from "./config.ts";
import type { HostFetcher } from "../engine/outbound/sender.ts";
import { logged } from "./log/log.ts";
import { AccessKeys } from "../http/access/keys.ts";
import { type Drawer, drawerOf } from "../features/digests/draw/drawer.ts";
import { Counters } from "../engine/poll/counters.ts";
import { lookForLost } from "../engine/upstream/encrypted-store.ts";
import type { ConfigFacts } from "../engine/self-monitor/health-store.ts";
import { addCounts } from "../engine/poll/batch-ledger.ts";
import { unsubscribeLinks, type UnsubscribeLinks } from "../core/unsubscribe-links.ts";
import { openVault, type Vault } from "../db/vault.ts";
import { type ProvidedService, type Service, serviceCache } from "../engine/upstream/service.ts";
import type { StoredService } from "../engine/upstream/definition.ts";
import type { Batch } from "../engine/poll/batch.ts";
import type { Progress } from "../db/set-up.ts";
import type { RetainDeps } from "../engine/retain/retain.ts";
import type { RollUpDeps } from "../engine/retain/roll-up.ts";
import type { LostFindings } from "../engine/self-monitor/self-monitor.ts";
import type { Command } from "../features/chats/command.ts";
import type { Order } from "./sweep-deps.ts";
import type { WakeUp } from "../engine/deliver/wake-ups.ts";

/** What the Worker needs of the watchdog's namespace. */
interface WatchdogObjects {
  idFromName(name: string): unknown;
  get(id: unknown): { fetch(url: string): Promise<Response> };
}

export interface Env {
  DB: D1Database;
  POLLS: Queue<Batch | SubTick>;
  DELIVERIES: Queue<WakeUp | Order | { command: Command }>;
  /** The files deployed with the script. */
  ASSETS: Pick<Fetcher, "fetch">;
  /** Where one is bound: the Durable Object that starts ticks while the cron trigger does not come. */
  WATCHDOG?: WatchdogObjects;
  /** Only on the local host: calls destinations after resolving and checking their names. */
  DESTINATIONS?: HostFetcher;
  /** Only on the local host: the network, without the runtime's wrapper. */
  OUTSIDE?: Pick<Fetcher, "fetch">;
  /** Only on the local host: its own ports, separated by commas. */
  OWN_PORTS?: string;
  /** Only on the local host: the simulator's account, as JSON. */
  DEMO_ACCOUNT?: string;
  /** Only on the local host: the secret that its front adds to each request. Requests without it are refused. */
  FRONT_SECRET?: string;
  /** Only on the local host: "true" if ticks may be far ahead of the clock. */
  REPLAY_TICKS?: string;
  [name: string]: unknown;
}

/** What an isolate derives from its environment once, for all its invocations. */
export interface Configured {
  config: Config;
  /** Addresses that channels may use. */
  addresses: Addresses;
  vault: Vault;
  /** Links by which recipients of emails unsubscribe. */
  unsubscribeLinks: UnsubscribeLinks;
  given: ConfigFacts;
  /** True on Cloudflare, false on a host of our own. */
  isDeployed: boolean;
  /** Whether the watchdog is bound. */
  hasWatchdog: boolean;
  /** The polled service, from its stored settings. */
  service: (stored: StoredService) => Promise<Service>;
  counters: Counters;
  /** The keys of Cloudflare Access; null without it. */
  accessKeys: AccessKeys | null;
  /** The files deployed with the script. */
  files: { read: (name: string) => Promise<Response> };
  /** Draws the pictures of digests. */
  drawer: Drawer;
  /** When this isolate last checked that keys open all channels, wall clock; 0 for never. */
  keysLookedAt: number;
  /** Records when the database refuses because its daily quota is used up. */
  noteRefusal: (thrown: unknown) => void;
  /** True if that happened today, as far as this isolate knows. */
  isUsedUp: () => boolean;
  /** What retention has not finished deleting. */
  behind: RetainDeps["behind"];
  /** Whether the database has this version's schema, and the last failure to apply it, wall clock. */
  schema: { isCurrent: boolean; failed: { progress: Progress; at: number } | null };
  /** How far a tick has seen events and samples rolled up into months. */
  rolledUp: RollUpDeps["seen"];
}

/** A file deployed with the script, such as "openapi.json". Throws if it is missing. */
async function deployed({ ASSETS }: Env, name: string): Promise<Response> {
  const answer = await ASSETS.fetch(`https://assets.example/${name}`);
  if (!answer.ok) throw new Error(`${name} is not among the files that were deployed: ${answer.status}`);
  return answer;
}

/** The files deployed with the script. */
export const filesOf = (env: Env): Configured["files"] => ({ read: (name) => deployed(env, name) });

const configs = new WeakMap<object, Configured | { errors: ConfigError[] }>();

/** The configuration of this environment and everything derived from it, or its errors. */
export function configured(env: Env): Configured | { errors: ConfigError[] } {
  const known = configs.get(env);
  if (known !== undefined) return known;
  const read = readConfig(env);
  const configuration = "errors" in read ? read : configuredOf(read.config, env);
  configs.set(env, configuration);
  return configuration;
}

function configuredOf(config: Config, env: Env): Configured {
  const addresses = addressesOf(config, env);
  const vault = openVault(config.keys);
  const provided = providedService(config, addresses, env);
  let usedUpUntil = 0;
  const files = filesOf(env);
  return {
    config,
    addresses,
    vault,
    unsubscribeLinks: unsubscribeLinks(
      config.keys.map(([, key]) => key),
      config.PUBLIC_URL ?? null,
    ),
    isDeployed: env.FRONT_SECRET === undefined,
    hasWatchdog: env.WATCHDOG !== undefined,
    given: {
      service: provided.credentials !== null || provided.demo !== null,
      replays: replays(env),
      budget: config.budget,
    },
    service: serviceCache(provided, (sealed, place) => vault.open(sealed, place)),
    counters: new Counters(),
    accessKeys: config.access === null ? null : new AccessKeys(config.access.team),
    files,
    drawer: drawerOf(files.read, logged("pictures: nothing can be drawn")),
    keysLookedAt: 0,
    noteRefusal(thrown) {
      if (saysUsedUp(thrown)) usedUpUntil = Date.now() + untilMidnightMs(Date.now());
    },
    isUsedUp: () => Date.now() < usedUpUntil,
    behind: new Set(),
    schema: { isCurrent: false, failed: null },
    rolledUp: { to: 0 },
  };
}

/** True if ticks replay other days. */
export const replays = (env: Env): boolean => env.REPLAY_TICKS === "true";

const providedService = (config: Config, addresses: Addresses, { DEMO_ACCOUNT: demo }: Env): ProvidedService => ({
  credentials: config.account,
  demo: demo === undefined ? null : (JSON.parse(demo) as ProvidedService["demo"]),
  operations: config.operations,
  budget: config.budget,
  timeoutMs: config.UPSTREAM_TIMEOUT_MS,
  addresses,
});

const addressesOf = (
  { ALLOW_LOCAL_WEBHOOKS: local, PUBLIC_URL: own }: Config,
  { OWN_PORTS: ports = "" }: Env,
): Addresses => ({
  local,
  own: own === undefined ? null : new URL(own).hostname,
  ownPorts: ports.split(",").filter(Boolean).map(Number),
});

/** Keys are checked by the first tick of an isolate, then at this interval. */
const KEYS_EVERY_MS = 600_000;

/** Needed values that no key opens; null if they were checked recently. */
export async function lostKeys(
  db: D1Database,
  configuration: Configured,
  suspects: string[],
): Promise<LostFindings | null> {
  const now = Date.now();
  if (now - configuration.keysLookedAt < KEYS_EVERY_MS) return null;
  configuration.keysLookedAt = now;
  const lost = await lookForLost(db, configuration.vault, suspects);
  // A stored account is not needed if the environment sets one.
  return { ...lost, lostAccount: lost.lostAccount && configuration.config.account === null };
}

/** Writes this isolate's database counts, which would otherwise wait for a commit. */
export async function countedRows({ config, counters }: Configured, env: Env): Promise<void> {
  if (config.limits.rowsADay === null || !counters.isHeavy()) return;
  await counters
    .writtenBy((counts) => addCounts(env.DB, counts))
    .catch(logged("counters: what requests took could not be written"));
}

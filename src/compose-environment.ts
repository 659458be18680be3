import type { SubTick } from "./core/between.ts";
import { saysUsedUp, untilMidnightMs } from "./core/database-use.ts";
import type { Addresses } from "./core/public-url.ts";
import { readConfig, type Config, type ConfigError } from "./config.ts";
import type { HostFetcher } from "./edges/outbound/through-host.ts";
import { logged } from "./edges/log/log.ts";
import { drawerOf, type Drawer } from "./edges/picture/drawer.ts";
import { Counters } from "./edges/store/counters.ts";
import { lookForLost } from "./edges/store/sealed-store.ts";
import type { Given } from "./edges/store/self-store.ts";
import { addCounts } from "./edges/store/tally.ts";
import { openVault, type Vault } from "./edges/store/vault.ts";
import { serviceCache, type GivenService, type Service } from "./edges/upstream/service.ts";
import type { Credentials, StoredService } from "./flows/manage/service.ts";
import type { Batch } from "./flows/poll/batch.ts";
import type { RetainDeps } from "./flows/retain/retain.ts";
import type { LostFindings } from "./flows/self/look.ts";
import type { WakeUp, Order } from "./flows/sweep.ts";

export interface Env {
  DB: D1Database;
  POLLS: Queue<Batch | SubTick>;
  DELIVERIES: Queue<WakeUp | Order>;
  /** The files that are deployed beside the script. */
  ASSETS: Pick<Fetcher, "fetch">;
  /** Of the local host alone: calls destinations, whose names it resolves and judges. */
  DESTINATIONS?: HostFetcher;
  /** Of the local host alone: the network, without what stands before it there. */
  OUTSIDE?: Pick<Fetcher, "fetch">;
  /** Of the local host alone: the ports on which it listens, with commas between. */
  OWN_PORTS?: string;
  /** Of the local host alone: the simulator's account, as JSON. */
  DEMO_ACCOUNT?: string;
  /** Of the local host alone: what its front says with each request; one without it gets nothing. */
  FRONT_SECRET?: string;
  /** Of the local host alone: "true" where ticks may be far ahead of the clock. */
  REPLAY_TICKS?: string;
  [name: string]: unknown;
}

/** What an isolate makes of its environment, once: its invocations work with it. */
export interface Configured {
  config: Config;
  /** Which addresses channels may name. */
  addresses: Addresses;
  vault: Vault;
  given: Given;
  /** The polled service, from what was stored of it. */
  service: (stored: StoredService) => Promise<Service>;
  counters: Counters;
  /** Draws the pictures of digests. */
  drawer: Drawer;
  /** When this isolate last looked whether a key opens each channel, wall clock; 0 for never. */
  keysLookedAt: number;
  /** Notes where the database refused because the rows of its day are used up. */
  noteRefusal: (thrown: unknown) => void;
  /** True where it did so today, as far as this isolate knows. */
  isUsedUp: () => boolean;
  /** What retention has not finished deleting. */
  behind: RetainDeps["behind"];
}

/** A file that was deployed beside the script, such as "openapi.json". Throws where it was not. */
export async function deployed({ ASSETS }: Env, name: string): Promise<Response> {
  const answer = await ASSETS.fetch(`https://assets.example/${name}`);
  if (!answer.ok) throw new Error(`${name} is not among the files that were deployed: ${answer.status}`);
  return answer;
}

const configs = new WeakMap<object, Configured | { errors: ConfigError[] }>();

/** The configuration of this environment and what is made of it alone, or what is wrong with it. */
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
  const vault = openVault(config.ENCRYPTION_KEYS);
  const given = givenService(config, addresses, env);
  let usedUpUntil = 0;
  return {
    config,
    addresses,
    vault,
    given: {
      service: given.credentials !== null || given.demo !== null,
      replays: replays(env),
      perMinute: config.UPSTREAM_POLLS_PER_MINUTE,
    },
    service: serviceCache(given, (sealed, place) => vault.open(sealed, place)),
    counters: new Counters(),
    drawer: drawerOf((name) => deployed(env, name), logged("pictures: nothing can be drawn")),
    keysLookedAt: 0,
    noteRefusal(thrown) {
      if (saysUsedUp(thrown)) usedUpUntil = Date.now() + untilMidnightMs(Date.now());
    },
    isUsedUp: () => Date.now() < usedUpUntil,
    behind: new Set(),
  };
}

/** True where ticks replay other days. */
export const replays = (env: Env): boolean => env.REPLAY_TICKS === "true";

const givenService = (config: Config, addresses: Addresses, { DEMO_ACCOUNT: demo }: Env): GivenService => ({
  credentials: config.account,
  demo: demo === undefined ? null : (JSON.parse(demo) as Credentials),
  operations: config.operations,
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

/** Keys are looked at by the first tick that an isolate does, and then now and then. */
const KEYS_EVERY_MS = 600_000;

/** What is needed and no key opens; null where somebody looked not long ago. */
export async function lostKeys(
  db: D1Database,
  configuration: Configured,
  suspects: string[],
): Promise<LostFindings | null> {
  const now = Date.now();
  if (now - configuration.keysLookedAt < KEYS_EVERY_MS) return null;
  configuration.keysLookedAt = now;
  const lost = await lookForLost(db, configuration.vault, suspects);
  // Where the environment gives an account, the one that was stored is not needed.
  return { ...lost, lostAccount: lost.lostAccount && configuration.config.account === null };
}

/** Writes what this isolate took of the database's day: one that commits nothing would never tell. */
export async function countedRows({ config, counters }: Configured, env: Env): Promise<void> {
  if (config.limits.rowsADay === null || !counters.isHeavy()) return;
  await counters
    .writtenBy((counts) => addCounts(env.DB, counts))
    .catch(logged("counters: what requests took could not be written"));
}

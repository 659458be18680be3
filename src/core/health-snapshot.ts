import type { DatabaseUse } from "./database-use.ts";
import { type Breakers, type CircuitBreaker, isBreakerOpen } from "./circuit-breaker.ts";
import type { StoredPrior } from "../engine/prediction/population-prior.ts";
import { iso } from "./instant.ts";
import type { Load } from "./load.ts";
import type { Problem, Reason } from "./reason.ts";
import { behindText, unknownText, usedUp } from "./incident-words.ts";
import { refusals } from "./operation.ts";
import { STRIKES, type Watch } from "./drift-detector.ts";

type Refusals = Pick<Findings, "queueRefusedAt" | "queueRefusedSince">;

/** The longest time between tries of a queue that refuses messages, milliseconds. */
const LONGEST_WAIT_MS = 600_000;

/** How long a refusal counts without another try. Longer than the time between tries. */
const BELIEVED_MS = 660_000;

/**
 * The refusals of a queue after a tick. `refused` is whether it refused a message then; null if none was sent. Older
 * versions stored no first refusal.
 */
export function refusalsAfter(before: Refusals, refused: boolean | null, now: number): Refusals {
  const { queueRefusedAt, queueRefusedSince } = before;
  if (refused === true) return { queueRefusedAt: now, queueRefusedSince: queueRefusedSince || now };
  const stands = refused === null && now - queueRefusedAt < BELIEVED_MS;
  return stands ? { queueRefusedAt, queueRefusedSince } : { queueRefusedAt: 0, queueRefusedSince: 0 };
}

/**
 * The first tick that may use the queue again: the next one after a single refusal, later the longer it has refused. 0
 * if it refuses nothing.
 */
export const queueRetryAt = ({ queueRefusedAt, queueRefusedSince }: Refusals): number =>
  queueRefusedAt + Math.min(LONGEST_WAIT_MS, queueRefusedAt - (queueRefusedSince || queueRefusedAt));

/** Problems of the system itself that ticks have found. Instants are tick time, 0 for none. */
export interface Findings {
  /** When the queue last refused a message, if that was recent and it has accepted none since. */
  queueRefusedAt: number;
  /** The first of these refusals in a row. */
  queueRefusedSince: number;
  /** What the last tick failed to do; null if it succeeded. */
  failedStep: string | null;
  /** Channels whose settings no key decrypts; a lower bound where `lostKeysAtLeast` is true. */
  lostKeys: number;
  lostKeysAtLeast: boolean;
  /** Those of them whose key exists but does not decrypt them, by id. They are checked first next time. */
  lostSuspects: string[];
  /** True if the account set through the API is needed and no key decrypts it. */
  lostAccount: boolean;
  failingChannels: FailingChannels | null;
  /** The database rows used today; null if the plan has no daily limit. */
  databaseUse: DatabaseUse | null;
}

export const SOUND: Findings = {
  queueRefusedAt: 0,
  queueRefusedSince: 0,
  failedStep: null,
  lostKeys: 0,
  lostKeysAtLeast: false,
  lostSuspects: [],
  lostAccount: false,
  failingChannels: null,
  databaseUse: null,
};

/** The rows from which `/healthz` and `/v1/status` are computed. Instants are epoch ms, 0 for never. */
export interface HealthSnapshot {
  /** When the database was created, wall clock. */
  madeAt: number;
  /** False if no address of the polled service is set. */
  connected: boolean;
  /** Targets of a service that is disconnected. The demo's is not asked about them. */
  rests: string[];
  /** True if ticks replay other days, which then set the time. */
  replays: boolean;
  /** The budget: calls per minute. */
  perMinute: number;
  lastTickAt: number;
  /** Milliseconds between the last two ticks. */
  spacingMs: number;
  /** The circuit breaker of the account, and those of operations. */
  gate: CircuitBreaker | null;
  breakers: Breakers;
  watch: Watch;
  load: Load;
  /** The population prior. */
  pool: StoredPrior;
  /** The tick of the last batch that polled something. */
  lastPollAt: number;
  /** The tick since which every poll failed, and the number of polls that failed since. */
  failingSince: number;
  failedPolls: number;
  findings: Findings;
}

const SHORTEST_SPACING_MS = 60_000;

/** Number of intervals without a sign of life that count as a problem. */
const SILENT_INTERVALS = 3;

/** How far a tick may be ahead of the wall clock: clocks differ. */
export const MAX_AHEAD_MS = 600_000;

/** Fewer failed polls than this do not prove a problem of the service. */
const FAILED_POLLS = 3;

/** The longest time that ticks or batches may be silent, milliseconds. */
export const patienceMs = (spacingMs: number): number => SILENT_INTERVALS * Math.max(SHORTEST_SPACING_MS, spacingMs);

/** Lists all problems at `now` (wall clock, or the time of the tick), the worst first. Pure. */
export function troublesOf(healthSnapshot: HealthSnapshot, perMinute: number, now: number): Problem[] {
  const { lastTickAt, spacingMs, gate: breaker, watch, load, findings } = healthSnapshot;
  const troubles: Problem[] = [];
  const add = (reason: Reason, since: number, detail: string) => troubles.push({ reason, since, detail });
  const heard = lastTickAt || healthSnapshot.madeAt;
  if (lastTickAt - now > MAX_AHEAD_MS)
    add(
      "tick_ahead",
      lastTickAt,
      `The last tick was at ${iso(lastTickAt)}, ahead of the clock: no tick before that time counts. Correct the clock, or wait.`,
    );
  if (heard !== 0 && now - heard > patienceMs(spacingMs))
    add(
      "no_ticks",
      heard,
      `No tick ${lastTickAt === 0 ? "has ever run" : `has run since ${iso(lastTickAt)}`}: nothing is polled. Check that the cron trigger exists.`,
    );
  troubles.push(...unconnected(healthSnapshot));
  if (findings.failedStep !== null)
    add("tick_failed", lastTickAt, `The last tick failed to ${findings.failedStep}. See the log.`);
  const [blinding, rest] = refusals(healthSnapshot);
  troubles.push(...blinding);
  if (
    !isBreakerOpen(breaker) &&
    healthSnapshot.connected &&
    load.waitingSince !== 0 &&
    healthSnapshot.lastPollAt < load.waitingSince &&
    lastTickAt - load.waitingSince > patienceMs(spacingMs)
  )
    add(
      "no_polls",
      load.waitingSince,
      `${load.due} targets are due, and no poll has finished since ${iso(load.waitingSince)}: check the log, and that the queue "polls" has a consumer.`,
    );
  if (load.lapsed > 0)
    add(
      "batches_lost",
      0,
      `Polls of ${load.lapsed} targets are repeatedly cut off: their invocations may run out of CPU time. Check the log; the paid plan allows more.`,
    );
  troubles.push(...usedUp(findings, now));
  if (load.asked > perMinute)
    add(
      "budget_exceeded",
      0,
      `${Math.ceil(load.asked)} calls per minute are needed, but ${perMinute} are allowed: allow more in Settings, or check less often.`,
    );
  if (load.behindSince !== 0) add("behind", load.behindSince, behindText(load));
  if (healthSnapshot.failedPolls >= FAILED_POLLS && !isBreakerOpen(breaker))
    add(
      "upstream_failing",
      healthSnapshot.failingSince,
      `All of the last ${healthSnapshot.failedPolls} polls failed: check UPSTREAM_BASE_URL and the paths of the operations.`,
    );
  if (load.unknownSince !== 0) add("upstream_unknown", load.unknownSince, unknownText(load));
  troubles.push(...oddAnswers(watch), ...rest);
  troubles.push(...channelTroubles(findings));
  return troubles;
}

/** The problem that no service is connected, or that its account cannot be decrypted. */
function unconnected({ connected, madeAt: createdAt, findings }: HealthSnapshot): Problem[] {
  if (!connected)
    return [
      {
        reason: "not_connected",
        since: createdAt,
        detail:
          "No data service is connected, so nothing is polled. Set its address and account (PUT /v1/upstream/account), or set UPSTREAM_BASE_URL, UPSTREAM_USERNAME and UPSTREAM_PASSWORD.",
      },
    ];
  if (!findings.lostAccount) return [];
  const detail =
    "No key decrypts the data service account: add the key that encrypted it to ENCRYPTION_KEYS, or enter the account again (PUT /v1/upstream/account).";
  return [{ reason: "account_key_lost", since: 0, detail }];
}

/** Problems with answers: drift, and implausible mass flips. */
function oddAnswers(watch: Watch): Problem[] {
  const troubles: Problem[] = [];
  for (const [operation, { since, strikes }] of Object.entries(watch.drift))
    if (strikes >= STRIKES)
      troubles.push({
        reason: "upstream_drifted",
        since,
        detail: `Most answers of ${operation} can no longer be decoded: compare one (POST /v1/upstream/probe) with its pointers in UPSTREAM_OPERATIONS.`,
      });
  if (watch.suspectSince !== null)
    troubles.push({
      reason: "upstream_suspect",
      since: watch.suspectSince,
      detail: "Half of the live targets changed the same way at once. The changes are held until the next poll.",
    });
  return troubles;
}

export interface HealthDeps {
  /** A string says what is missing if the rows cannot be read, or do not have the required schema. */
  pulse(): Promise<HealthSnapshot | "schema" | "database" | "database_quota">;
  /**
   * Reports whether the database has refused something today because its daily rows are used up, as far as this process
   * knows.
   */
  isUsedUp(): boolean;
  wallNow(): number;
}

export interface HealthPorts {
  health: HealthDeps;
}

/**
 * Channels to which nothing arrives: the start of the earliest failure (epoch ms), and what to do in one or two
 * sentences.
 */
export interface FailingChannels {
  since: number;
  detail: string;
}

/** Lists the problems of channels that ticks have found. */
function channelTroubles(findings: {
  lostKeys: number;
  lostKeysAtLeast: boolean;
  failingChannels: FailingChannels | null;
}): Problem[] {
  const { lostKeys, lostKeysAtLeast, failingChannels } = findings;
  const lost: Problem[] =
    lostKeys === 0 ? [] : [{ reason: "channel_key_lost", since: 0, detail: lostKeysText(lostKeys, lostKeysAtLeast) }];
  return failingChannels === null ? lost : [...lost, { reason: "channel_failing", ...failingChannels }];
}

const lostKeysText = (count: number, atLeast: boolean): string =>
  `No key can decrypt the settings of ${atLeast ? "at least " : ""}${count === 1 ? (atLeast ? "1 channel" : "a channel") : `${count} channels`}: add the key that encrypted them to ENCRYPTION_KEYS, or enter them again.`;

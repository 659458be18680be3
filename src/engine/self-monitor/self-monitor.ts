import { usedOn, type Rows } from "../../core/database-use.ts";
import type { Event } from "../../core/event.ts";
import { troublesOf, type Findings, type HealthSnapshot, refusalsAfter } from "../../core/health-snapshot.ts";
import { missedTicks, monitorSelf, type ActiveIncidents } from "../../core/active-incidents.ts";
import type { Proof } from "../../core/proof.ts";
import { watchChannels, type ChannelWatchDeps, proofAt, type Proving } from "./watch-channels.ts";
import { announce, type AnnounceDeps } from "../route/announce.ts";

/** Statements reserved for the self-monitor and its news. Earlier steps that can wait leave them unused. */
export const SELF_CHECK_STATEMENTS = 12;

/** The stored problems of the system. */
export interface Health {
  findings: Findings;
  standing: ActiveIncidents;
}

/** The same as stored: the first row has nothing. */
export interface StoredHealth {
  findings?: Partial<Findings>;
  standing?: ActiveIncidents;
}

/** Findings about data that no key decrypts. */
export type LostFindings = Pick<Findings, "lostKeys" | "lostKeysAtLeast" | "lostSuspects" | "lostAccount">;

export interface SelfDeps {
  /**
   * `troubled`: messages fail at a channel, or did until one arrived. `counted`: running totals of the database's rows.
   */
  pulse(): Promise<HealthSnapshot & Health & { troubled: boolean; counted: Rows; proving: Proving }>;
  /** Daily rows of the plan; null if unlimited. */
  rowsADay: Rows | null;
  /** Stores findings and active incidents. */
  keep(health: Health): Promise<void>;
  /** Checks which data no key decrypts, last time's suspects first; null if it was not checked this time. */
  lostKeys(suspects: string[]): Promise<LostFindings | null>;
  channels: ChannelWatchDeps;
  /** Identifies the rule that says who is live; null without a service, or at the demo's. */
  rule(): Promise<string | null>;
  keepProof(proof: Proof | null): Promise<void>;
}

/** What this tick knows. */
export interface Facts {
  /** Whether a queue refused a message; null if none was sent. */
  queueRefused: boolean | null;
  failedStep: string | null;
  /** The previous tick, if ticks were missing since, epoch ms. */
  missedSince: number | null;
}

export interface SelfCheck {
  /** False if an earlier tick had due targets and no batch has finished since. */
  polling: boolean;
  events: Event[];
}

/** Adds the findings of this tick to the active incidents, and announces news. */
export async function checkSelf(
  now: number,
  facts: Facts,
  self: SelfDeps,
  announcing: AnnounceDeps,
): Promise<SelfCheck> {
  const healthSnapshot = await self.pulse();
  const lost = await self.lostKeys(healthSnapshot.findings.lostSuspects);
  const recount = now % RECOUNTED_EVERY_MS < Math.max(MINUTE_MS, healthSnapshot.spacingMs);
  const watched = watchChannels(healthSnapshot.troubled ? await self.channels.troubled(recount) : [], now);
  const findings: Findings = {
    ...healthSnapshot.findings,
    ...lost,
    ...refusalsAfter(healthSnapshot.findings, facts.queueRefused, now),
    failedStep: facts.failedStep,
    failingChannels: watched.failing,
    databaseUse:
      self.rowsADay === null
        ? null
        : usedOn(healthSnapshot.findings.databaseUse, healthSnapshot.counted, self.rowsADay, now),
  };
  const troubles = troublesOf({ ...healthSnapshot, findings }, healthSnapshot.perMinute, now);
  const { standing, news } = monitorSelf(healthSnapshot.standing, troubles, now, healthSnapshot.spacingMs);
  if (facts.missedSince !== null) news.push(missedTicks(facts.missedSince, now));
  const events = await announce([...news, ...watched.news], {}, now, announcing);
  // Duplicate events have the same id, so the reports may be stored after the announcement.
  if (watched.reports.length > 0) await self.channels.keepReports(watched.reports);
  const was: Health = { findings: healthSnapshot.findings, standing: healthSnapshot.standing };
  const is: Health = { findings, standing };
  if (JSON.stringify(was) !== JSON.stringify(is)) await self.keep(is);
  const proof = proofAt(healthSnapshot.proving, await self.rule(), now);
  if (JSON.stringify(proof) !== JSON.stringify(healthSnapshot.proving.proof)) await self.keepProof(proof);
  const { waitingSince } = healthSnapshot.load;
  return { polling: waitingSince === 0 || waitingSince === now || healthSnapshot.lastPollAt >= waitingSince, events };
}

/** The time between complete counts of waiting deliveries. */
const RECOUNTED_EVERY_MS = 600_000;
const MINUTE_MS = 60_000;

import { usedOn, type Rows } from "../../core/database-use.ts";
import type { Event } from "../../core/event.ts";
import { troublesOf, type Findings, type HealthSnapshot } from "../../core/pulse.ts";
import { missedTicks, monitorSelf, type Standing } from "../../core/self-watch.ts";
import { watchChannels, type ChannelWatchDeps } from "./channels.ts";
import { announce, type AnnounceDeps } from "../route/announce.ts";

/** Statements that the look at itself takes, and what it finds: nothing of a tick that can wait uses these up before. */
export const LOOK_STATEMENTS = 12;

/** What the ticker remembers of the system's own troubles. */
export interface Health {
  findings: Findings;
  standing: Standing;
}

/** The same as an older version may have written it. */
export interface StoredHealth {
  findings?: Partial<Findings>;
  standing?: Standing;
}

/** What was found of things that no key opens. */
export type LostFindings = Pick<Findings, "lostKeys" | "lostKeysAtLeast" | "lostSuspects" | "lostAccount">;

export interface SelfDeps {
  /** `troubled`: messages fail at some channel, or did until one arrived. `counted`: rows of the database, in all. */
  pulse(): Promise<HealthSnapshot & Health & { troubled: boolean; counted: Rows }>;
  /** Rows that the plan gives a day; null for no end. */
  rowsADay: Rows | null;
  /** Keeps what was found and told. */
  keep(health: Health): Promise<void>;
  /** What no key opens, the suspects of the last time looked at first; null where nobody looked this time. */
  lostKeys(suspects: string[]): Promise<LostFindings | null>;
  channels: ChannelWatchDeps;
}

/** What this tick found itself. */
export interface Facts {
  /** Whether a queue refused a message; null where none was sent. */
  queueRefused: boolean | null;
  failedStep: string | null;
  /** The last tick before this one, where ticks were missing between them, epoch ms. */
  missedSince: number | null;
}

export interface Looked {
  /** False where an earlier tick found something due and no batch has been finished since. */
  polling: boolean;
  events: Event[];
}

/** Adds what this tick found to what stands, and tells operators what they have not been told yet. */
export async function checkSelf(
  now: number,
  perMinute: number,
  facts: Facts,
  self: SelfDeps,
  announcing: AnnounceDeps,
): Promise<Looked> {
  const healthSnapshot = await self.pulse();
  const lost = await self.lostKeys(healthSnapshot.findings.lostSuspects);
  const recount = now % RECOUNTED_EVERY_MS < Math.max(MINUTE_MS, healthSnapshot.spacingMs);
  const watched = watchChannels(healthSnapshot.troubled ? await self.channels.troubled(recount) : [], now);
  const findings: Findings = {
    ...healthSnapshot.findings,
    ...lost,
    queueRefusedAt: queueRefusedAt(healthSnapshot.findings.queueRefusedAt, facts.queueRefused, now),
    failedStep: facts.failedStep,
    failingChannels: watched.failing,
    databaseUse:
      self.rowsADay === null
        ? null
        : usedOn(healthSnapshot.findings.databaseUse, healthSnapshot.counted, self.rowsADay, now),
  };
  const troubles = troublesOf({ ...healthSnapshot, findings }, perMinute, now);
  const { standing, news } = monitorSelf(healthSnapshot.standing, troubles, now, healthSnapshot.spacingMs);
  if (facts.missedSince !== null) news.push(missedTicks(facts.missedSince, now));
  const events = await announce([...news, ...watched.news], {}, now, announcing);
  // An event that is announced twice is one: what was kept too late is said again.
  if (watched.reports.length > 0) await self.channels.keepReports(watched.reports);
  const was: Health = { findings: healthSnapshot.findings, standing: healthSnapshot.standing };
  const is: Health = { findings, standing };
  if (JSON.stringify(was) !== JSON.stringify(is)) await self.keep(is);
  const { waitingSince } = healthSnapshot.load;
  return { polling: waitingSince === 0 || waitingSince === now || healthSnapshot.lastPollAt >= waitingSince, events };
}

/** Many deliveries that wait for channels are counted so often. */
const RECOUNTED_EVERY_MS = 600_000;
const MINUTE_MS = 60_000;

/** A refusal is believed for so long, though the queue is not asked again; longer than ticks wait with asking it. */
const BELIEVED_MS = 660_000;

function queueRefusedAt(before: number, refused: boolean | null, now: number): number {
  if (refused !== null) return refused ? now : 0;
  return now - before < BELIEVED_MS ? before : 0;
}

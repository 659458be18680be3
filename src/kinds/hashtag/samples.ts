import { sampleDue } from "../../core/sampling.ts";
import type { HashtagChange } from "./events.ts";
import type { HashtagSettings } from "./params.ts";
import { withPoint } from "../../core/surge.ts";
import type { Found, HashtagState, KnownHashtag } from "./view.ts";

/** What a poll found about one hashtag. */
export interface HashtagOutcome {
  cid: string;
  /** Its next stored row; null if it is gone. */
  kept: KnownHashtag | null;
  now: Found | null;
  /** Plausible counts. */
  views: number | null;
  uses: number | null;
  /** True if its counts must be stored now, whatever the time. */
  force: boolean;
  changes: HashtagChange[];
}

/** Adds a sample. Names and positions are only updated together with one: they do not justify a write. */
export function sampled(
  stored: KnownHashtag,
  { now, views, uses }: HashtagOutcome,
  settings: HashtagSettings,
  at: number,
): KnownHashtag {
  if (now === null) return stored;
  return {
    ...stored,
    name: now.name ?? stored.name,
    position: now.position,
    views: { ...stored.views, value: views ?? stored.views.value },
    uses: { ...stored.uses, value: uses ?? stored.uses.value },
    points: views === null ? stored.points : withPoint(stored.points, views, settings.surgeWindowSeconds * 1000, at),
  };
}

/** Whether it is time for a sample. */
export function isDue(before: HashtagState, seen: HashtagOutcome[], at: number): boolean {
  const last = new Map<string, number>();
  for (const [cid, { views, uses }] of Object.entries(before.known)) {
    if (views.value !== null) last.set(`views:${cid}`, views.value);
    if (uses.value !== null) last.set(`uses:${cid}`, uses.value);
  }
  const now = new Map(Object.entries(samplesOf(seen)).filter(([name]) => !name.startsWith("position:")));
  return sampleDue({ last, sampledAt: before.sampledAt, now, at });
}

/** The series of these results: `views:`, `uses:` and `position:` with the cid. */
export function samplesOf(rows: HashtagOutcome[]): Record<string, number> {
  const samples: Record<string, number> = {};
  for (const { cid, now, views, uses } of rows) {
    if (now === null) continue;
    if (views !== null) samples[`views:${cid}`] = views;
    if (uses !== null) samples[`uses:${cid}`] = uses;
    samples[`position:${cid}`] = now.position;
  }
  return samples;
}

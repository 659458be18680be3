import { sampleDue } from "../../core/sampling.ts";
import type { HashtagChange } from "./events.ts";
import type { HashtagSettings } from "./params.ts";
import { withPoint } from "../../core/surge.ts";
import type { Found, HashtagState, KnownHashtag } from "./view.ts";

/** What one hashtag comes to in this poll. */
export interface Met {
  cid: string;
  /** Null once it is gone. */
  kept: KnownHashtag | null;
  now: Found | null;
  /** Counts that are believed. */
  views: number | null;
  uses: number | null;
  /** True where its counts are to be remembered whatever the time. */
  force: boolean;
  changes: HashtagChange[];
}

/** Names and places ride along with a sample: by themselves they are no reason to write. */
export function sampled(
  stored: KnownHashtag,
  { now, views, uses }: Met,
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

/** True where it is time for a sample. */
export function isDue(before: HashtagState, seen: Met[], at: number): boolean {
  const last = new Map<string, number>();
  for (const [cid, { views, uses }] of Object.entries(before.known)) {
    if (views.value !== null) last.set(`views:${cid}`, views.value);
    if (uses.value !== null) last.set(`uses:${cid}`, uses.value);
  }
  const now = new Map(Object.entries(samplesOf(seen)).filter(([name]) => !name.startsWith("position:")));
  return sampleDue({ last, sampledAt: before.sampledAt, now, at });
}

/** The series of what was seen: `views:`, `uses:` and `position:` with the cid. */
export function samplesOf(rows: Met[]): Record<string, number> {
  const samples: Record<string, number> = {};
  for (const { cid, now, views, uses } of rows) {
    if (now === null) continue;
    if (views !== null) samples[`views:${cid}`] = views;
    if (uses !== null) samples[`uses:${cid}`] = uses;
    samples[`position:${cid}`] = now.position;
  }
  return samples;
}

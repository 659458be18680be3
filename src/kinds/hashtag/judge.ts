import { sampleDue } from "../../core/sampling.ts";
import { inEnglish } from "../../core/sentence.ts";
import { weighedCount, noCount, stillUnreadable } from "../../core/compared-numbers.ts";
import { confirmWithin, doubtNews, fadedOf, judgeAbsences, type Missing } from "../../core/absence.ts";
import { keyedDiff } from "../../core/keyed-diff.ts";
import { remembering, withSeen } from "../../core/seen-ids.ts";
import type { Judging, Judgment } from "../judgment.ts";
import { hashtagChange, type HashtagChange } from "./events.ts";
import type { HashtagParams, HashtagSettings } from "./params.ts";
import { surgeOf, withPoint } from "../../core/surge.ts";
import {
  BLANK,
  lostIn,
  summaryOf,
  type Found,
  type HashtagState,
  type HashtagView,
  type KnownHashtag,
} from "./view.ts";
import { pattern } from "../../core/lazy.ts";

type Input = Judging<HashtagParams, HashtagSettings, HashtagState, HashtagView>;

/** Limit on the cids that are remembered. */
const MOST_SEEN = 1000;

/** What a poll found about one hashtag. */
interface HashtagOutcome {
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
function sampled(
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
function isDue(before: HashtagState, seen: HashtagOutcome[], at: number): boolean {
  const last = new Map<string, number>();
  for (const [cid, { views, uses }] of Object.entries(before.known)) {
    if (views.value !== null) last.set(`views:${cid}`, views.value);
    if (uses.value !== null) last.set(`uses:${cid}`, uses.value);
  }
  const now = new Map(Object.entries(samplesOf(seen)).filter(([name]) => !name.startsWith("position:")));
  return sampleDue({ last, sampledAt: before.sampledAt, now, at });
}

/** The series of these results: `views:`, `uses:` and `position:` with the cid. */
function samplesOf(rows: HashtagOutcome[]): Record<string, number> {
  const samples: Record<string, number> = {};
  for (const { cid, now, views, uses } of rows) {
    if (now === null) continue;
    if (views !== null) samples[`views:${cid}`] = views;
    if (uses !== null) samples[`uses:${cid}`] = uses;
    samples[`position:${cid}`] = now.position;
  }
  return samples;
}

/**
 * Finds hashtags that appear, disappear and surge. A hashtag is new if its cid was never seen, or gone, and gone if it is
 * missing from `confirmGone` complete answers in a row. Once the wanted number is found, a missing one may rank lower: it
 * is out of sight. Keys make changes repeatable: an appearance is keyed by its poll, an absence by its first poll, a surge by
 * the surge before it (or the first sight).
 */
export function judgeHashtag(input: Input): Judgment<HashtagState, HashtagChange> {
  const { view, settings, params, at, lastOkAt } = input;
  const before = input.before ?? BLANK;
  const { confirmGone } = settings;
  const diff = keyedDiff(before.known, identified(view.found, before.known));
  const requested = {
    size: view.found.length,
    complete: view.complete,
    fullAt: params.count,
    confirmGone,
    at,
    lastOkAt,
  };
  const { missing, sight } = judgeAbsences(diff, before, requested);
  const remembered = remembering(before.seen);
  const seen = diff.stayed.map(([cid, row, now]) => met(input, cid, row, now));
  const missed = diff.absent.map(([cid, row]) => lacked(cid, row, missing.get(cid)!));
  const arrived = diff.arrived.map(([cid, now]) =>
    arrivedIn(input, cid, now, !remembered(cid) && (before.readTo === null || now.position <= before.readTo)),
  );
  const rows = [...seen, ...missed, ...arrived];
  const faded = fadedOf(rows.flatMap(({ cid, kept }) => (kept === null ? [] : [[cid, kept]])));
  const leaves = new Set(faded);
  const due = input.before === null || arrived.length > 0 || seen.some(({ force }) => force) || isDue(before, seen, at);
  const known = Object.fromEntries(
    rows.flatMap((row) =>
      row.kept === null || leaves.has(row.cid)
        ? []
        : [[row.cid, due ? sampled(row.kept, row, settings, at) : row.kept]],
    ),
  );
  const state: HashtagState = {
    since: before.since,
    readTo: view.complete || before.readTo === null ? null : Math.max(before.readTo, view.found.length),
    sampledAt: due ? at : before.sampledAt,
    ...sight,
    seen: withSeen(before.seen, faded, MOST_SEEN),
    known,
  };
  if (input.before === null || summaryOf(state, inEnglish) !== summaryOf(before, inEnglish)) state.since = at;
  return {
    state,
    changes: rows.flatMap(({ changes }) => changes),
    again: confirmWithin(Object.values(known), sight, at),
    ...(due ? { samples: samplesOf(rows) } : {}),
    ...doubtNews(before, sight),
  };
}

function met(input: Input, cid: string, row: KnownHashtag, now: Found): HashtagOutcome {
  const { settings, at } = input;
  const [views, uses] = [weighedCount(row.views, now.views), weighedCount(row.uses, now.uses)];
  const lost = lostIn(row, now);
  const { unreadable: before, ...last } = row;
  const unreadable = stillUnreadable(before, lost, at);
  const stored: KnownHashtag = {
    ...last,
    views: { ...row.views, low: views.low },
    uses: { ...row.uses, low: uses.low },
    absence: null,
    ...(unreadable === undefined ? {} : { unreadable }),
  };
  if (views.fell) stored.points = [];
  const surge = views.now === null ? null : surgeOf(stored, views.now, settings, at);
  const changes: HashtagChange[] = [];
  if (surge !== null) {
    stored.points = [];
    stored.surgedAt = at;
    const data = { cid, name: now.name ?? row.name, ...surge };
    changes.push(hashtagChange(input, "hashtag.surged", `${cid}/${row.surgedAt ?? row.seenAt}`, data));
  }
  const isBack = row.absence !== null;
  const isLost = lost.length !== Object.keys(before ?? {}).length;
  const force = surge !== null || views.fell || uses.fell || isBack || isLost;
  return { cid, kept: stored, now, views: views.now, uses: uses.now, force, changes };
}

function lacked(cid: string, row: KnownHashtag, { absence, gone }: Missing): HashtagOutcome {
  const nothing = { cid, now: null, views: null, uses: null, force: false };
  if (!gone || absence === null) return { ...nothing, kept: { ...row, absence }, changes: [] };
  const { firstAt, from } = absence;
  const { name, views, uses, position } = row;
  const change: HashtagChange = {
    type: "hashtag.gone",
    key: `${cid}/${firstAt}`,
    occurredAt: firstAt,
    window: { from, to: firstAt },
    data: { cid, name, viewCount: views.value, useCount: uses.value, position },
  };
  return { ...nothing, kept: null, changes: [change] };
}

function arrivedIn(input: Input, cid: string, now: Found, news: boolean): HashtagOutcome {
  const { at } = input;
  const { position, views, uses } = now;
  const name = now.name ?? cid;
  const counts = { views: noCount, uses: noCount };
  const stored: KnownHashtag = { name, position, ...counts, absence: null, points: [], seenAt: at, surgedAt: null };
  const data = { cid, name, viewCount: views, useCount: uses, position };
  const changes = news ? [hashtagChange(input, "hashtag.appeared", `${cid}/${at}`, data)] : [];
  return { cid, kept: stored, now, views, uses, force: true, changes };
}

const ignored = pattern(String.raw`[^\p{L}\p{N}_]`, "gu");

/** A name without what searches ignore: case, accents' encoding, blanks, '#' and punctuation. */
const folded = (name: string): string => name.normalize("NFKC").toLowerCase().replace(ignored(), "");

/** Results by cid. A row without one is matched to a known hashtag by name, or left out. */
function identified(found: Found[], known: Record<string, KnownHashtag>): Map<string, Found> {
  const byCid = new Map<string, Found>();
  for (const row of found) if (row.cid !== null && !byCid.has(row.cid)) byCid.set(row.cid, row);
  for (const row of found.filter(({ cid }) => cid === null)) {
    const name = folded(row.name ?? "");
    const cid = Object.keys(known).find((key) => folded(known[key]!.name) === name);
    if (cid !== undefined && !byCid.has(cid)) byCid.set(cid, row);
  }
  return byCid;
}

import { inEnglish } from "../../core/say.ts";
import { weighedCount, noCount } from "../../core/growing-count.ts";
import { keyedDiff, missedAgain } from "../../core/keyed-diff.ts";
import type { Judging, Judgment } from "../kind.ts";
import { hashtagChange, type HashtagChange } from "./events.ts";
import type { HashtagParams, HashtagSettings } from "./params.ts";
import { isDue, sampled, samplesOf, type HashtagOutcome } from "./samples.ts";
import { surgeOf } from "../../core/surge.ts";
import { summaryOf, type Found, type HashtagState, type HashtagView, type KnownHashtag } from "./view.ts";
import { pattern } from "../../core/pattern.ts";

type Input = Judging<HashtagParams, HashtagSettings, HashtagState, HashtagView>;

/** While a missing hashtag awaits confirmation, the search is polled again within this many seconds. */
const CONFIRM_WITHIN_SECONDS = 60;

const BLANK: HashtagState = { since: 0, readTo: 0, sampledAt: 0, known: {} };

/**
 * Finds hashtags that appear, disappear and surge. A hashtag is new if its cid was not among the previous results, and
 * gone if it is missing from `confirmGone` complete answers in a row. Keys make changes repeatable: an appearance is
 * keyed by its poll, an absence by its first poll, a surge by the surge before it (or the first sight).
 */
export function judgeHashtag(input: Input): Judgment<HashtagState, HashtagChange> {
  const { view, settings, at } = input;
  const before = input.before ?? BLANK;
  const diff = keyedDiff(before.known, identified(view.found, before.known));
  const seen = diff.stayed.map(([cid, row, now]) => met(input, cid, row, now));
  const missed = diff.absent.map(([cid, row]) => lacked(input, cid, row));
  const arrived = diff.arrived.map(([cid, now]) => cameIn(input, cid, now, before.readTo));
  const rows = [...seen, ...missed, ...arrived];
  const due = input.before === null || arrived.length > 0 || seen.some(({ force }) => force) || isDue(before, seen, at);
  const known = Object.fromEntries(
    rows.flatMap((row) =>
      row.kept === null ? [] : [[row.cid, due ? sampled(row.kept, row, settings, at) : row.kept]],
    ),
  );
  const state: HashtagState = {
    since: before.since,
    readTo: view.complete || before.readTo === null ? null : Math.max(before.readTo, view.found.length),
    sampledAt: due ? at : before.sampledAt,
    known,
  };
  if (input.before === null || summaryOf(state, inEnglish) !== summaryOf(before, inEnglish)) state.since = at;
  const waits = Object.values(known).some(({ absence }) => absence !== null);
  return {
    state,
    changes: rows.flatMap(({ changes }) => changes),
    again: waits ? CONFIRM_WITHIN_SECONDS : null,
    ...(due ? { samples: samplesOf(rows) } : {}),
  };
}

function met(input: Input, cid: string, row: KnownHashtag, now: Found): HashtagOutcome {
  const { settings, at } = input;
  const [views, uses] = [weighedCount(row.views, now.views), weighedCount(row.uses, now.uses)];
  const stored: KnownHashtag = {
    ...row,
    views: { ...row.views, low: views.low },
    uses: { ...row.uses, low: uses.low },
    absence: null,
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
  const force = surge !== null || views.fell || uses.fell;
  return { cid, kept: stored, now, views: views.now, uses: uses.now, force, changes };
}

function lacked(input: Input, cid: string, row: KnownHashtag): HashtagOutcome {
  const { view, settings, at, lastOkAt } = input;
  const nothing = { cid, now: null, views: null, uses: null, force: false };
  if (!view.complete) return { ...nothing, kept: row, changes: [] };
  const absence = missedAgain(row.absence, at, lastOkAt);
  if (absence.times < settings.confirmGone) return { ...nothing, kept: { ...row, absence }, changes: [] };
  const gone: HashtagChange = {
    type: "hashtag.gone",
    key: `${cid}/${absence.firstAt}`,
    occurredAt: absence.firstAt,
    window: { from: absence.from, to: absence.firstAt },
    data: { cid, name: row.name, viewCount: row.views.value, useCount: row.uses.value, position: row.position },
  };
  return { ...nothing, kept: null, changes: [gone] };
}

function cameIn(input: Input, cid: string, now: Found, readTo: number | null): HashtagOutcome {
  const { at } = input;
  const { position, views, uses } = now;
  const name = now.name ?? cid;
  const counts = { views: noCount, uses: noCount };
  const stored: KnownHashtag = { name, position, ...counts, absence: null, points: [], seenAt: at, surgedAt: null };
  const data = { cid, name, viewCount: views, useCount: uses, position };
  const news = readTo === null || position <= readTo;
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

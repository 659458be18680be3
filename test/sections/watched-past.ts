import { iso } from "../../src/core/instant.ts";
import type { Json, JsonObject } from "../../src/core/json.ts";
import type { HashtagsData } from "../../src/sections/hashtags/data.ts";
import { hashtags } from "../../src/sections/hashtags/section.ts";
import type { MeasuredSection } from "../../src/sections/registry.ts";
import type { Frame, Gap, Past, HistoryEvent } from "../../src/sections/section.ts";
import { targetKinds } from "../../src/kinds/registry.ts";

export interface Poll {
  at: number;
  view: unknown;
}

/** What a section is given of what happened: the slow and obvious way. */
function provided(
  section: MeasuredSection,
  frame: Frame,
  target: Past["target"],
  found: {
    events: HistoryEvent[];
    samples: [number, Record<string, number>][];
    snapshot: JsonObject | null;
    gaps?: Past["gaps"];
  },
): Past {
  const grid = section.grid(frame);
  const names = new Set(found.samples.flatMap(([, values]) => Object.keys(values)));
  const series: Past["series"] = {};
  for (const name of names) {
    if (!section.series.some((begin) => name.startsWith(begin))) continue;
    const known = found.samples.filter(([, values]) => values[name] !== undefined);
    series[name] = grid.map((at) => known.findLast(([then]) => then <= at)?.[1][name] ?? null);
  }
  const events = found.events
    .filter(({ type, detectedAt }) => type in section.events && detectedAt > section.eventsFrom(frame))
    .map((event) => ({ ...event, data: picked(event.data, section.events[event.type]!) }));
  return { target, snapshot: found.snapshot, gaps: found.gaps ?? [], events, series };
}

const picked = (data: JsonObject, fields: readonly string[]): JsonObject =>
  Object.fromEntries(fields.flatMap((field) => (data[field] == null ? [] : [[field, data[field] as Json]])));

/** The past of a target that was polled like this: judged by its kind. */
export function polledHistory(
  section: MeasuredSection,
  frame: Frame,
  target: Past["target"],
  polls: Poll[],
  settings: JsonObject = {},
): Past {
  const kind = targetKinds[section.kind]!;
  const events: HistoryEvent[] = [];
  const samples: [number, Record<string, number>][] = [];
  let state: unknown = null;
  let lastOkAt: number | null = null;
  for (const { at, view } of polls) {
    const judgment = kind.judge({
      targetId: target.id,
      params: target.params,
      settings: kind.settings().parse(settings),
      announceInitial: true,
      before: state,
      view,
      at,
      hold: false,
      holdsMs: 600_000,
      lastOkAt,
    });
    events.push(...judgment.changes.map(({ type, occurredAt, data }) => ({ type, occurredAt, detectedAt: at, data })));
    if (judgment.samples !== undefined) samples.push([at, judgment.samples]);
    [state, lastOkAt] = [judgment.state, at];
  }
  return provided(section, frame, target, { events, samples, snapshot: state === null ? null : kind.snapshot(state) });
}

/** From and to, and when nobody knew whether it lasted: gaps in order, which may reach to its end. */
export type Session = [from: number, to: number, gaps?: [from: number, to: number][]];

/** The past of a creator with these sessions, as it is known at `now`. */
export function liveHistory(
  section: MeasuredSection,
  frame: Frame,
  target: Past["target"],
  sessions: Session[],
  now: number,
): Past {
  const open = sessions.find(([from, to]) => from <= now && to > now);
  const events = sessions.flatMap(([from, to]): HistoryEvent[] => {
    const data = { startedAt: iso(from), durationSeconds: (to - from) / 1000 };
    return to > now ? [] : [{ type: "live.ended", occurredAt: to, detectedAt: to, data }];
  });
  const startedAt = open === undefined ? null : iso(open[0]);
  const gaps = sessions
    .flatMap(([, , own]) => own ?? [])
    .filter(([from]) => from < now)
    .map(([from, to]): Gap => [from, to >= now ? Infinity : to])
    .toSorted(([a], [b]) => a - b);
  const snapshot = { verdict: open === undefined ? "off" : "on", roomId: null, startedAt };
  return provided(section, frame, target, { events, samples: [], snapshot, gaps });
}

/** A target as a section is told of it. */
export const watched = (id: string, createdAt: number, name = id, params: JsonObject = {}): Past["target"] => ({
  id,
  name,
  params,
  createdAt,
});

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const week: Frame = { from: Date.UTC(2026, 10, 9, 8), to: Date.UTC(2026, 10, 16, 8), timezone: "Europe/Berlin" };
export const LENGTH = week.to - week.from;

/** The same week, compared with a shorter part of the time before. */
export const partly: Frame = { ...week, before: { from: week.from - 9 * DAY, to: week.from - 4 * DAY } };

export const conclude = (histories: Past[], frame = week): HashtagsData =>
  hashtags.conclude(
    histories.map((history) => hashtags.measure(history, frame)),
    frame,
  );

/** A search, polled twice a day from some days before the week: by hashtag its views at each poll, null where absent. */
export interface Search {
  days: number;
  region: string;
  tags: Record<string, (number | null)[]>;
}

const pollsOf = ({ days, tags }: Search) =>
  Array.from({ length: (days + 7) * 2 + 1 }, (_, index) => ({
    at: week.from - days * DAY + index * 12 * HOUR,
    view: {
      complete: true,
      found: Object.entries(tags).flatMap(([cid, views], position) => {
        const now = views[index];
        return now == null ? [] : [{ cid, name: `tag${cid}`, views: now, uses: null, position: position + 1 }];
      }),
    },
  }));

export const historyOf = (search: Search, id: string, frame = week): Past => {
  const target = watched(id, week.from - search.days * DAY, id, { region: search.region, count: 20 });
  return polledHistory(hashtags, frame, target, pollsOf(search));
};

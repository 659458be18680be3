import { isObject } from "../../core/json.ts";
import { beforeOf, marksOf } from "../period.ts";
import { type Frame, type HistoryEvent, onceAFrame, type Past, presentAt } from "../section.ts";
import { displayedName } from "../distinguish.ts";
import { seenOf } from "../watched.ts";
import type { FoundTag, HashtagMeasure } from "./data.ts";

/** The number of previous periods of the same length, from which usual growth is derived. */
export const EARLIER = 4;

/** The places in the grid of the compared period, of the first earlier one, and of this one's start. */
export const BEFORE = 0;
export const FIRST_EARLIER = 2;
export const BEGIN = FIRST_EARLIER + EARLIER;

/** The compared period, the starts of earlier periods, then the start and steps of this one. */
export const gridOf = onceAFrame((frame: Frame) => [
  beforeOf(frame).from,
  beforeOf(frame).to,
  ...Array.from({ length: EARLIER }, (_, index) => frame.from - (EARLIER - index) * (frame.to - frame.from)),
  ...marksOf(frame),
]);

const SERIES = "views:";

/** The hashtags that a search found at the start or end of the period. Events count when they were detected. */
export function measureHashtags(history: Past, frame: Frame): HashtagMeasure {
  const { from, to } = frame;
  const region = displayedName(history.target.params["region"], 8) ?? "";
  const results = history.snapshot?.["results"];
  const names = new Map<unknown, unknown>();
  for (const row of Array.isArray(results) ? results.filter(isObject) : []) names.set(row["cid"], row["name"]);
  const later = history.events
    .filter(({ detectedAt }) => detectedAt > from)
    .sort((a, b) => a.detectedAt - b.detectedAt);
  const eventsByTag = Map.groupBy(later, ({ data }) => data["cid"]);
  const tags = Array.from(new Set([...names.keys(), ...eventsByTag.keys()])).flatMap((cid): FoundTag[] => {
    if (typeof cid !== "string") return [];
    const events = eventsByTag.get(cid) ?? [];
    const turns = events.filter(({ type }) => type !== "hashtag.surged");
    const [atBegin, atEnd] = [from, to].map((at) => presentAt(at, turns, "hashtag.appeared", names.has(cid)));
    if (!atBegin && !atEnd) return [];
    return [
      {
        cid,
        region,
        name: displayedName(names.get(cid)) ?? displayedName(lastName(events)),
        views: history.series[SERIES + cid] ?? gridOf(frame).map(() => null),
        atBegin: atBegin!,
        atEnd: atEnd!,
        surged: events.some(({ type, detectedAt }) => type === "hashtag.surged" && detectedAt <= to),
      },
    ];
  });
  return { ...seenOf(history), tags };
}

const lastName = (events: HistoryEvent[]) =>
  events.findLast(({ data }) => typeof data["name"] === "string")?.data["name"];

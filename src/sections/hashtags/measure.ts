import { isObject } from "../../core/json.ts";
import { type Frame, type HistoryEvent, type Past, presentAt } from "../section.ts";
import { displayedName } from "../distinguish.ts";
import { seenOf } from "../watched.ts";
import { scoredGrid } from "../score.ts";
import type { FoundTag, HashtagMeasure } from "./data.ts";

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
        views: history.series[SERIES + cid] ?? scoredGrid(frame).map(() => null),
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

import type { HashtagsData } from "../../src/sections/hashtags/data.ts";
import { hashtags } from "../../src/sections/hashtags/section.ts";
import type { Frame, Past } from "../../src/sections/section.ts";
import { polledHistory, watched } from "./watched-past.ts";

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

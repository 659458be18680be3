import { cast } from "../../sim/cast.ts";
import type { JsonObject } from "../../src/core/json.ts";
import type { Written } from "../../src/features/digests/message/digest.ts";
import { measuredSections } from "../../src/sections/registry.ts";
import type { Frame, Past } from "../../src/sections/section.ts";
import { liveHistory, polledHistory, watched, type Session } from "../sections/watched-past.ts";
import { dice } from "../support/mutations.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** From Monday to Monday, 09:00 in Berlin. */
const frame: Frame = {
  from: Date.UTC(2026, 10, 9, 8),
  to: Date.UTC(2026, 10, 16, 8),
  timezone: "Europe/Berlin",
};

/** All that is told was watched for five weeks. */
const since = frame.from - 4 * WEEK;
const times = (everyMs: number): number[] =>
  Array.from({ length: Math.floor((frame.to - since) / everyMs) + 1 }, (_, n) => since + n * everyMs);

/** Whom the digest is about: their evenings a week, the hour that they begin at, how long they stay, and the same in the last week. */
const predictions: [name: string, evenings: number, hour: number, hours: number, lately: number][] = [
  ["Maria", 6, 19, 2.6, 5.1],
  ["Kenji Plays", 5, 20, 3.4, 3.6],
  ["Suna Draws", 4, 14, 2.2, 2.4],
  ["Zoé & the Cat", 5, 17, 1.7, 1.9],
  ["Amara Cooks", 3, 11, 1.5, 1.6],
  ["Night Owl", 6, 21, 2.1, 2.2],
  ["Lena Winter", 4, 18, 1.4, 0.9],
  ["Chef Lucia", 3, 12, 1.2, 0.4],
];

function lives(): Past[] {
  return predictions.map(([name, evenings, hour, hours, lately], index) => {
    const roll = dice(40 + index);
    const sessions = times(DAY).flatMap((day): Session[] => {
      if (roll() > evenings / 7) return [];
      const begin = day + (hour - 8 + roll() * 1.5) * HOUR;
      const length = (begin > frame.from ? lately : hours) * (0.7 + 0.6 * roll());
      return [[Math.floor(begin), Math.floor(Math.min(begin + length * HOUR, frame.to))]];
    });
    return liveHistory(
      measuredSections["lives"]!,
      frame,
      watched(`tgt_live_${index}`, since, name),
      sessions,
      frame.to,
    );
  });
}

/** Where they stood in a ranking a week ago, and where now. */
const places: [name: string, from: number, to: number][] = [
  ["Kenji Plays", 22, 3],
  ["Maria", 5, 4],
  ["Suna Draws", 18, 11],
  ["Lena Winter", 33, 47],
];

function rankings(): Past[] {
  return places.map(([name, from, to], index) => {
    const roll = dice(60 + index);
    const { roomId, userId } = cast.find((one) => one.name === name)!;
    const polls = times(6 * HOUR).map((at) => {
      const done = Math.max(0, (at - frame.from) / (frame.to - frame.from));
      const wander = done === 1 ? 0 : Math.round((roll() - 0.5) * 3);
      const standing = {
        groupType: 1,
        rankType: 11,
        title: "Daily Game Ranking",
        onRank: true,
        classType: 1500,
        gap: null,
      };
      const place = Math.max(1, Math.round(from + (to - from) * done) + wander);
      return {
        at,
        view: {
          standings: [{ ...standing, place, resetAt: null }],
        },
      };
    });
    return polledHistory(
      measuredSections["rankings"]!,
      frame,
      watched(`tgt_rank_${index}`, since, name, { roomId, userId }),
      polls,
    );
  });
}

/** Hashtags with their views, and how much they grow in a usual week and in the last, as shares. */
const tags: [name: string, views: number, usual: number, last: number][] = [
  ["sourdough", 812_000, 0.04, 0.65],
  ["cinnamonrolls", 9_200_000, 0.03, 0.21],
  ["applepie", 4_400_000, 0.05, 0.09],
  ["bananabread", 9_600_000, 0.02, 0.02],
  ["cookierecipe", 31_000_000, 0.03, 0.04],
  ["bakewithme", 6_100_000, 0.06, 0.05],
  ["cakedecorating", 48_000_000, 0.02, 0.03],
];

function hashtags(): Past[] {
  const roll = dice(80);
  const sizes = tags.map(([, views]) => views);
  const polls = times(6 * HOUR).map((at) => ({
    at,
    view: {
      complete: true,
      found: tags.map(([name, , usual, last], index) => {
        const share = (at > frame.from ? last : usual) / 28;
        sizes[index] = sizes[index]! * (1 + share * (0.6 + 0.8 * roll()));
        return { cid: String(1001 + index), name, views: Math.round(sizes[index]!), uses: null, position: index + 1 };
      }),
    },
  }));
  const target = watched("tgt_tags", since, "Baking", { keyword: "baking", region: "US" });
  return [polledHistory(measuredSections["hashtags"]!, frame, target, polls)];
}

/** A week's digest: what its sections find in pasts that look like real ones. */
export function writtenWeek(name: string): Written {
  const histories = { lives: lives(), rankings: rankings(), hashtags: hashtags() };
  const content = Object.fromEntries(
    Object.entries(histories).map(([section, all]): [string, JsonObject] => {
      const created = measuredSections[section]!;
      const data = created.conclude(
        all.map((history) => created.measure(history, frame)),
        frame,
      );
      return [section, JSON.parse(JSON.stringify(data)) as JsonObject];
    }),
  );
  const digest = { name, watchlistId: null, timezone: frame.timezone, sections: Object.keys(histories) };
  return { digest, from: frame.from, to: frame.to, content };
}

import { isAcross } from "../../core/threshold.ts";
import * as z from "zod";
import { spokenDuration } from "../../core/duration.ts";
import { type Event, instantIn, numberIn, targetName, textIn } from "../../core/event.ts";
import { iso } from "../../core/instant.ts";
import type { Language } from "../../core/language.ts";
import type { Notice, Phrase, Tone } from "../../core/notice.ts";
import { grouped } from "../../core/numbers-as-text.ts";
import { placeMoveText, placeText } from "../../core/places.ts";
import { goingOn, goingOnText, say, type Saying, spoken } from "../../core/sentence.ts";
import { type ChangeOf, changesOf, eventType, instant } from "../event-type.ts";
import { en, type RankingWords } from "./words/en.ts";
import { inEach } from "../../languages/in-each.ts";

/** Wording of ranking events in each language. */
const rankingWords = inEach("ranking", en);

/** A place formatted by `placeText`, such as "#4"; "" if unknown. */
const placeOf = (language: Language, place: number | null): string =>
  place === null ? "" : placeText(language, place);

/** Binds a wording to a ranking and its details. */
const worded = <How extends unknown[]>(
  { one, many, heading }: Saying<[ranking: string, ...How], [ranking: string]>,
  ranking: string,
  ...how: How
): Worded => ({ one: (name) => one(name, ranking, ...how), many: many(ranking), heading: heading(ranking) });

interface Worded {
  one: (name: Phrase) => Phrase[];
  many: string;
  heading: string;
}

/** The name of the ranking in a sentence. */
function rankingOf(event: Event, words: RankingWords): string {
  const title = textIn(event, "title");
  return title === null ? words.ranking : words.titled(title);
}

/** The creator's profile by handle, or by user id, which redirects there. */
function profileUrl({ target }: Pick<Event, "target">): string | null {
  const { handle, userId } = target?.params ?? {};
  if (typeof handle === "string") return `https://www.tiktok.com/@${encodeURIComponent(handle)}`;
  return typeof userId === "string" && /^\d+$/.test(userId) ? `https://www.tiktok.com/share/user/${userId}` : null;
}

/** What is missing to the next place. The service says it in English: what is not its usual sentence stays as it is. */
function gapIn(event: Event, words: RankingWords): string | null {
  const gap = textIn(event, "gap");
  const [, diamonds, place] = /^(\S+) Diamonds to reach No\. (\d+)$/.exec(gap ?? "") ?? [];
  return diamonds === undefined ? gap : words.diamondsTo(diamonds, place!);
}

/**
 * Renders an event of a creator in a ranking, with gap and reset time if known. `brief` is added to its entry in lists.
 */
function notice(
  event: Event,
  language: Language,
  tone: Tone,
  { one, many, heading }: Worded,
  body: Phrase[],
  brief = "",
): Notice {
  const words = rankingWords[language];
  const name = targetName(event, words.someone);
  const url = profileUrl(event);
  const gap = gapIn(event, words);
  const resetAt = instantIn(event, "resetAt");
  return {
    tone,
    title: spoken(one(name)),
    url,
    subject: name,
    body,
    fields: [
      ...(gap === null ? [] : [{ label: words.toGo, value: [gap] }]),
      ...(resetAt === null ? [] : [{ label: words.resets, value: [{ at: resetAt, style: "relative" as const }] }]),
    ],
    line: say`${one(url === null ? { strong: name } : { link: name, url })}${body.length === 0 ? "" : " · "}${goingOn(body)}`,
    among: { who: name, together: many, heading, brief: `${name} ${brief}`.trim() },
    links: url === null ? [] : [{ label: words.profile, url }],
    footer: null,
  };
}

const ranking = () => ({
  rankType: z.int().describe("The ranking's number at the service: 8 is the daily one."),
  groupType: z.int().describe("The group of rankings that it belongs to, as a number of the service."),
  title: z.string().describe("The ranking's title."),
});

const standing = () => ({
  ...ranking(),
  gap: z
    .string()
    .nullable()
    .describe("What is missing to reach the next place, in the service's words; null if unknown."),
  resetAt: instant().nullable().describe("When the ranking's period ends; null if unknown."),
});

const place = () => z.int().nullable();

const daily = { rankType: 8, groupType: 1, title: "Daily Ranking" };

const example = (at: number) => ({ ...daily, gap: null, resetAt: iso(at + 10_800_000) });

/** Renders a move: "#7 → #4 (▲3)", each place once. */
function moved(event: Event, language: Language): Notice {
  const words = rankingWords[language];
  const [before, now, threshold] = [numberIn(event, "before"), numberIn(event, "place"), numberIn(event, "threshold")];
  const ranking = rankingOf(event, words);
  if (before === null || now === null) return notice(event, language, "news", worded(words.moved, ranking), []);
  const way = now < before ? "up" : "down";
  const places = placeMoveText(language, before, now);
  const move = `${places} (${way === "up" ? "▲" : "▼"}${Math.abs(before - now)})`;
  const isCrossed = threshold !== null && isAcross(threshold, before, now);
  const line = isCrossed ? [lineCrossed(words, threshold, way === "up")] : [];
  return notice(event, language, way, worded(words[way], ranking, move), line, places);
}

/** Renders the final place in a period. */
function closed(event: Event, language: Language): Notice {
  const words = rankingWords[language];
  const [at, best] = [numberIn(event, "place"), numberIn(event, "bestPlace")];
  const ranking = rankingOf(event, words);
  const there = event.data["onRank"] !== false ? placeOf(language, at) : "";
  const saying = there === "" ? worded(words.wasOff, ranking) : worded(words.finished, ranking, there);
  const endedAt = instantIn(event, "periodEndedAt");
  const how = [
    ...(there === "" && at !== null ? [[words.lastSeen(placeOf(language, at))]] : []),
    ...(best === null || best === at ? [] : [[words.best(grouped(language, best))]]),
    ...(endedAt === null ? [] : [words.periodEnded({ at: endedAt, style: "relative" })]),
  ];
  const merged = how.flatMap((part, index) => (index === 0 ? part : say` · ${goingOn(part)}`));
  return notice(event, language, "news", saying, merged, there);
}

function lineCrossed(words: RankingWords, threshold: number, up: boolean): string {
  if (threshold === 1) return up ? words.nowFirst : words.noLongerFirst;
  return up ? words.into(threshold) : words.outOf(threshold);
}

/**
 * Renders a race: place, what is missing to the next one, and the time left. `update` is its latest update; the last one
 * has the final place.
 */
function closing(event: Event, language: Language, update: Event = event): Notice {
  const words = rankingWords[language];
  const { data } = update;
  const now: Event = { ...update, target: event.target };
  const place = numberIn(now, "place");
  if (data["final"] === true) {
    const result = { title: data["title"]!, place, bestPlace: place, periodEndedAt: data["resetAt"]! };
    return closed({ ...now, data: { ...result, onRank: place !== null } }, language);
  }
  const ranking = rankingOf(now, words);
  const text = placeOf(language, place);
  const saying = place === null ? worded(words.left, ranking) : worded(words.closing, ranking, text);
  const left = words.timeLeft(spokenDuration(language, (numberIn(now, "minutesLeft") ?? 0) * 60));
  const gap = gapIn(now, words);
  const after = goingOnText(left);
  const body = gap === null ? [left] : [{ strong: gap }, ...say` · ${after}`];
  // The gap is part of the body. The reset stays, because chats keep it up to date between two polls.
  const reported = notice({ ...now, data: { ...data, gap: null } }, language, "news", saying, body, text);
  return { ...reported, push: { text: `${reported.title} · ${after}`, body: gap === null ? [] : [{ strong: gap }] } };
}

/** Events of rankings. */
export const rankingEvents = {
  "ranking.entered": eventType({
    happens: "enters a ranking",
    about: "A creator enters a ranking that they weren't in before in the same period.",
    fields: () => ({
      ...standing(),
      place: place().describe("The place, starting at 1; null if unknown."),
      before: z.null().describe("Always null: there was no place before."),
    }),
    example: (at) => ({ ...example(at), place: 4, before: null }),
    words: (event, language) => {
      const words = rankingWords[language];
      const place = placeOf(language, numberIn(event, "place"));
      return notice(event, language, "up", worded(words.entered, rankingOf(event, words), place), [], place);
    },
  }),
  "ranking.left": eventType({
    happens: "leaves a ranking",
    about: "A creator leaves a ranking before the end of its period.",
    fields: () => ({
      ...standing(),
      place: z.null().describe("Always null: there is no place now."),
      before: place().describe("The last place, starting at 1; null if unknown."),
    }),
    example: (at) => ({ ...example(at), place: null, before: 7 }),
    words: (event, language) => {
      const words = rankingWords[language];
      const before = numberIn(event, "before");
      const was = before === null ? [] : [words.lastAt(grouped(language, before))];
      return notice(event, language, "down", worded(words.left, rankingOf(event, words)), was);
    },
  }),
  "ranking.moved": eventType({
    happens: "moves in a ranking",
    about:
      "A creator's place crosses a threshold, moves by `minMove` places, or stays on the other side of a threshold.",
    fields: () => ({
      ...standing(),
      place: z.int().describe("The current place, starting at 1."),
      before: z.int().describe("The previous place: of the last poll, or the last one reported."),
      threshold: place().describe("The last threshold crossed (10 is the top 10); null if only `minMove` was reached."),
    }),
    example: (at) => ({ ...example(at), place: 4, before: 7, threshold: 5 }),
    words: moved,
  }),
  "ranking.league_changed": eventType({
    happens: "changes league",
    about: "A creator's league changes.",
    fields: () => ({
      before: z.string().describe("The previous league: D5 (lowest) to A1, then S."),
      after: z.string().describe("The new league."),
      direction: z.enum(["up", "down"]).describe("Direction of the change."),
      beforeClass: z.int().describe("The previous league as the service's number: 100 is D5, 2100 is S."),
      afterClass: z.int().describe("The new league as the service's number."),
    }),
    example: () => ({ before: "B1", after: "A5", direction: "up", beforeClass: 1500, afterClass: 1600 }),
    words: (event, language) => {
      const words = rankingWords[language];
      const [before, after] = [textIn(event, "before") ?? "?", textIn(event, "after") ?? "?"];
      const up = event.data["direction"] === "up";
      const how = `${before} → ${after}`;
      const { one, many, heading } = up ? words.leagueUp : words.leagueDown;
      const saying = {
        one: (name: Phrase) => one(name, `${how} (${up ? "▲" : "▼"})`),
        many: many(),
        heading: heading(),
      };
      return notice(event, language, up ? "up" : "down", saying, [], how);
    },
  }),
  "ranking.period_closed": eventType({
    happens: "has a final place when a ranking resets",
    about: "A ranking's period ends and the creator had a place in it.",
    fields: () => ({
      ...ranking(),
      place: place().describe("The last place seen in the period, starting at 1."),
      bestPlace: z.int().describe("The best place seen in the period, starting at 1."),
      periodEndedAt: instant().describe("When the period ended."),
      onRank: z.boolean().describe("True if the creator was in the ranking when it was last seen in the period."),
    }),
    example: (at) => ({ ...daily, place: 4, bestPlace: 3, periodEndedAt: iso(at), onRank: true }),
    words: closed,
  }),
  "ranking.closing": eventType({
    happens: "is close to a better place just before a ranking resets",
    about:
      "A creator is close to a threshold in the last `closingMinutes` before a ranking resets: the next better threshold is at most 25% of the place away, or 2 places, or the place is a threshold itself. " +
      "One message for each ranking and period; later polls edit it until it has the final place, where the channel can edit messages. Sent only to subscriptions that name it.",
    fields: () => ({
      ...standing(),
      place: place().describe("The place, starting at 1; null if the creator is no longer in the ranking."),
      threshold: place().describe("The next better threshold; null if there is none, or no place."),
      minutesLeft: z.int().min(0).describe("Minutes until the reset, rounded up; 0 after it."),
      final: z.boolean().describe("True after the reset: `place` is the last one seen before it."),
    }),
    example: (at) => ({
      ...daily,
      gap: "13.8K Diamonds to reach No. 3",
      resetAt: iso(at + 840_000),
      place: 4,
      threshold: 3,
      minutesLeft: 14,
      final: false,
    }),
    onlyByName: true,
    continues: true,
    words: closing,
  }),
};

export type RankingChange = ChangeOf<typeof rankingEvents>;

export const rankingChange = changesOf<typeof rankingEvents>();

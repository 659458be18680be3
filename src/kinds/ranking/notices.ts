import { instantIn, numberIn, textIn } from "../../core/event-data.ts";
import { spokenDuration } from "../../core/duration.ts";
import type { Event } from "../../core/event.ts";
import type { Language } from "../../core/language.ts";
import type { Notice } from "../../core/notice.ts";
import { grouped } from "../../core/numbers-as-text.ts";
import { placeMoveText } from "../../core/place-text.ts";
import { goingOn, goingOnText, say } from "../../core/sentence.ts";
import { notice, placeOf, rankingOf, worded } from "./notice.ts";
import type { RankingWords } from "./words/en.ts";
import { rankingWords } from "./words/words.ts";

/** Renders a move: "#7 → #4 (▲3)", each place once. */
export function moved(event: Event, language: Language): Notice {
  const words = rankingWords[language];
  const [before, now, threshold] = [numberIn(event, "before"), numberIn(event, "place"), numberIn(event, "threshold")];
  const ranking = rankingOf(event, words);
  if (before === null || now === null) return notice(event, language, "news", worded(words.moved, ranking), []);
  const way = now < before ? "up" : "down";
  const places = placeMoveText(language, before, now);
  const move = `${places} (${way === "up" ? "▲" : "▼"}${Math.abs(before - now)})`;
  const line = threshold === null ? [] : [lineCrossed(words, threshold, way === "up")];
  return notice(event, language, way, worded(words[way], ranking, move), line, places);
}

/** Renders the final place in a period. */
export function closed(event: Event, language: Language): Notice {
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
export function closing(event: Event, language: Language, update: Event = event): Notice {
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
  const gap = textIn(now, "gap");
  const after = goingOnText(left);
  const body = gap === null ? [left] : [{ strong: gap }, ...say` · ${after}`];
  // The gap is part of the body. The reset stays, because chats keep it up to date between two polls.
  const reported = notice({ ...now, data: { ...data, gap: null } }, language, "news", saying, body, text);
  return { ...reported, push: { text: `${reported.title} · ${after}`, body: gap === null ? [] : [{ strong: gap }] } };
}

import { type Event, instantIn, targetName, textIn } from "../../core/event.ts";
import type { Language } from "../../core/language.ts";
import type { Notice, Phrase, Tone } from "../../core/notice.ts";
import { placeText } from "../../core/places.ts";
import { goingOn, say, spoken, type Saying } from "../../core/sentence.ts";
import type { RankingWords } from "./words/en.ts";
import { rankingWords } from "./words/words.ts";

/** A place formatted by `placeText`, such as "#4"; "" if unknown. */
export const placeOf = (language: Language, place: number | null): string =>
  place === null ? "" : placeText(language, place);

/** Binds a wording to a ranking and its details. */
export const worded = <How extends unknown[]>(
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
export function rankingOf(event: Event, words: RankingWords): string {
  const title = textIn(event, "title");
  return title === null ? words.ranking : words.titled(title);
}

/** The creator's profile by handle, or by user id, which redirects there. */
function profileUrl({ target }: Pick<Event, "target">): string | null {
  const { handle, userId } = target?.params ?? {};
  if (typeof handle === "string") return `https://www.tiktok.com/@${encodeURIComponent(handle)}`;
  return typeof userId === "string" && /^\d+$/.test(userId) ? `https://www.tiktok.com/share/user/${userId}` : null;
}

/**
 * Renders an event of a creator in a ranking, with gap and reset time if known. `brief` is added to its entry in lists.
 */
export function notice(
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
  const gap = textIn(event, "gap");
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

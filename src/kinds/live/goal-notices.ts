import { monthLabel } from "../../core/calendar.ts";
import { spokenHours } from "../../core/duration.ts";
import { type Event, numberIn, targetName, textIn } from "../../core/event.ts";
import { neededFor } from "../../core/goal.ts";
import { dayIn } from "../../core/instant.ts";
import { isObject, type Json } from "../../core/json.ts";
import type { Language } from "../../core/language.ts";
import type { Notice } from "../../core/notice.ts";
import { barePercent, decimalText, grouped } from "../../core/numbers-as-text.ts";
import { say, type Saying, spoken, withColon } from "../../core/sentence.ts";
import { profileUrl } from "./handle.ts";
import { liveWords } from "./words/words.ts";

/** Messages mention the coverage if it is below this share. */
const WELL_WATCHED = 0.95;

const numberOf = (value: Json | undefined): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;

/** The progress of a goal and what is left, as texts. */
interface Facts {
  /** "12 of 40 hours, 5 of 20 valid days in March" */
  done: string;
  /** "needs 1 h 52 min on each of 15 more days"; "" if nothing is left. */
  needed: string;
  /** "watched 62% of the time so far"; "" if coverage is high. */
  watched: string;
}

function factsOf(event: Event, language: Language): Facts {
  const words = liveWords[language].goal;
  const { data } = event;
  const [wanted, left] = [data["wanted"], data["left"]].map((one) => (isObject(one) ? one : {}));
  const [hours, days] = [numberOf(wanted!["hours"]), numberOf(wanted!["validDays"])];
  const parts = [
    hours === null
      ? ""
      : words.hours(decimalText(language, numberIn(event, "hours") ?? 0), decimalText(language, hours)),
    days === null ? "" : words.validDays(grouped(language, numberIn(event, "validDays") ?? 0), grouped(language, days)),
  ].filter((part) => part !== "");
  const month = /^(\d{4})-(\d{2})$/.exec(textIn(event, "period") ?? "");
  const named = month === null ? "" : monthLabel(language, dayIn(Number(month[1]), Number(month[2]), 15), "UTC");
  const missing = {
    hours: numberOf(left!["hours"]),
    validDays: numberOf(left!["validDays"]),
    days: numberOf(left!["days"]) ?? 0,
  };
  const needed = neededFor(missing, numberIn(event, "validDayMinutes") ?? 60);
  const coverage = numberIn(event, "coverage");
  return {
    done: words.inMonth(parts.join(", "), named),
    needed:
      needed === null
        ? ""
        : needed.possible
          ? words.needs(spokenHours(language, needed.ms), needed.days)
          : words.tooLate,
    watched:
      coverage === null || coverage >= WELL_WATCHED
        ? ""
        : words.watched(barePercent(language, Math.round(coverage * 100))),
  };
}

function noticeOf(event: Event, language: Language, tone: Notice["tone"], saying: Saying, more: string[]): Notice {
  const name = targetName(event, liveWords[language].someone);
  const url = profileUrl(event.target?.params["handle"]);
  const joined = (parts: string[]) => parts.filter((part) => part !== "").join(" · ");
  const [done, rest, text] = [more[0]!, joined(more.slice(1)), joined(more)];
  const title = spoken(saying.one(name));
  return {
    tone,
    title,
    url,
    subject: name,
    body: [text],
    push: { text: withColon(language, title, done), body: rest === "" ? [] : [rest] },
    fields: [],
    line: say`${saying.one(url === null ? { strong: name } : { link: name, url })} · ${text}`,
    among: { who: name, together: saying.many(), heading: saying.heading(), brief: name },
    links: [],
    footer: null,
  };
}

/** Renders a goal that will not be reached at the current pace. */
export function behind(event: Event, language: Language): Notice {
  const { done, needed, watched } = factsOf(event, language);
  return noticeOf(event, language, "down", liveWords[language].goal.behind, [done, needed, watched]);
}

/** Renders a goal that has been reached. */
export function reached(event: Event, language: Language): Notice {
  return noticeOf(event, language, "up", liveWords[language].goal.reached, [factsOf(event, language).done]);
}

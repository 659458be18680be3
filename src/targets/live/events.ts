import * as z from "zod";
import { spokenDuration } from "../../core/duration.ts";
import { targetName } from "../../core/event-data.ts";
import type { Event } from "../../core/event.ts";
import { iso } from "../../core/instant.ts";
import type { Language } from "../../core/language.ts";
import type { Notice, Phrase } from "../../core/notice.ts";
import { goingOn, say, spoken, type Saying } from "../../core/say.ts";
import { eventType, instant, type ChangeOf } from "../event-type.ts";
import { liveWords } from "./words/words.ts";

const session = {
  roomId: z.string().nullable().describe("The broadcast's room, digits; null where the service does not name it."),
  sessionId: z.string().describe("The broadcast, dropouts within the grace included: its start and end have the same."),
};

/** What a live creator's target tells. */
export const liveEvents = {
  "live.started": eventType({
    about: "A creator went live, seen in `confirmOn` polls in a row.",
    fields: {
      ...session,
      initial: z.boolean().describe("True where it was on air before it was watched, told with `announceInitial`."),
    },
    example: () => ({ roomId: "7100", sessionId: "ses_example", initial: false }),
    urgent: true,
    words: started,
  }),
  "live.ended": eventType({
    about: "A creator is no longer live, seen in `confirmOff` polls in a row and for `graceSeconds`.",
    fields: {
      ...session,
      startedAt: instant.describe("When the poll was that saw it first."),
      durationSeconds: z.int().min(0).describe("From that poll to the first that saw it off, seconds."),
    },
    example: (at) => ({
      roomId: "7100",
      sessionId: "ses_example",
      startedAt: iso(at - 5_400_000),
      durationSeconds: 5400,
    }),
    ends: "live.started",
    words: (event, language) => over(event, liveWords[language].ended, language),
  }),
};

export type LiveChange = ChangeOf<typeof liveEvents>;

/** Where to watch: known only with a handle. */
function watchUrl(event: Event): string | null {
  const handle = event.target?.params["handle"];
  return typeof handle === "string" ? `https://www.tiktok.com/@${encodeURIComponent(handle)}/live` : null;
}

/** The words for a start; with its end as `update`, the words for the whole broadcast. */
function started(event: Event, language: Language, update?: Event): Notice {
  const words = liveWords[language];
  if (update !== undefined) return over(update, words.was, language, event);
  const url = watchUrl(event);
  const name = targetName(event, words.someone);
  const when: Phrase = { at: event.occurredAt, style: "relative" };
  const began = event.data["initial"] ? words.seen(when) : words.began(when);
  return {
    tone: "live",
    title: spoken(words.is.one(name)),
    url,
    subject: name,
    body: began,
    fields: [],
    line: say`${words.is.one(url === null ? { strong: name } : { link: name, url })} · ${goingOn(began)}`,
    among: { who: name, together: words.is.many(), heading: words.is.heading(), brief: name },
    links: url === null ? [] : [{ label: words.watch, url }],
    footer: null,
  };
}

/** The words for an end, by itself or with its start, which is named as it was then. */
function over(end: Event, saying: Saying, language: Language, { target }: Pick<Event, "target"> = end): Notice {
  const words = liveWords[language];
  const name = targetName({ ...end, target }, words.someone);
  const streamed = words.streamed(spokenDuration(language, Number(end.data["durationSeconds"])));
  return {
    tone: "over",
    title: spoken(saying.one(name)),
    url: null,
    subject: name,
    body: say`${streamed} · ${words.endedAt({ at: end.occurredAt, style: "relative" })}`,
    fields: [],
    line: say`${saying.one({ strong: name })} · ${goingOn([streamed])}`,
    among: { who: name, together: saying.many(), heading: saying.heading(), brief: name },
    links: [],
    footer: null,
  };
}

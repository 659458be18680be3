import * as z from "zod";
import { spokenDuration } from "../../core/duration.ts";
import { instantIn, numberIn, targetName, textIn } from "../../core/event-data.ts";
import type { Event } from "../../core/event.ts";
import { iso } from "../../core/instant.ts";
import { isObject, type JsonObject } from "../../core/json.ts";
import { lineOf } from "../../core/loose-json.ts";
import type { Language } from "../../core/language.ts";
import type { Notice, Phrase } from "../../core/notice.ts";
import { barePercent } from "../../core/numbers-as-text.ts";
import { goingOn, say, spoken, type Saying } from "../../core/say.ts";
import { eventType, instant, type ChangeOf } from "../event-type.ts";
import { liveUrl, profileUrl } from "./handle.ts";
import { liveWords } from "./words/words.ts";

const session = {
  roomId: z.string().nullable().describe("The broadcast's room, digits; null where the service does not name it."),
  sessionId: z.string().describe("The broadcast, dropouts within the grace included: its start and end have the same."),
};

const INFO = {
  title: "Late night talk",
  viewers: 12_400,
  cover: "https://p16.tiktokcdn.com/cover.jpeg",
  avatar: "https://p16.tiktokcdn.com/avatar.jpeg",
  name: "Maria",
  handle: "maria",
};

const info = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .nullable()
  .describe(
    "What the service said of broadcast and creator: `title`, `viewers`, `cover`, `avatar`, `name`, `handle` and what else " +
      "`live.info` and `user.info` are configured to read, each where it was told; null where nothing was.",
  );

/** What a live creator's target tells. */
export const liveEvents = {
  "live.started": eventType({
    happens: "goes live",
    about: "A creator went live, seen in `confirmOn` polls in a row.",
    fields: {
      ...session,
      initial: z.boolean().describe("True where it was on air before it was watched, told with `announceInitial`."),
      info,
    },
    example: () => ({ roomId: "7100", sessionId: "ses_example", initial: false, info: INFO }),
    urgent: true,
    words: started,
  }),
  "live.ended": eventType({
    happens: "ends",
    about: "A creator is no longer live, seen in `confirmOff` polls in a row and for `graceSeconds`.",
    fields: {
      ...session,
      startedAt: instant.describe("When the poll was that saw it first."),
      durationSeconds: z.int().min(0).describe("From that poll to the first that saw it off, seconds."),
      info,
      peakViewers: z
        .int()
        .min(0)
        .nullable()
        .describe("The most viewers that the service told; null where it told none."),
    },
    example: (at) => ({
      roomId: "7100",
      sessionId: "ses_example",
      startedAt: iso(at - 5_400_000),
      durationSeconds: 5400,
      info: INFO,
      peakViewers: 12_400,
    }),
    ends: "live.started",
    words: (event, language) => over(event, liveWords[language].ended, language),
  }),
  "live.no_show": eventType({
    happens: "stays away at a usual hour",
    about:
      "A creator who nearly always goes live at an hour of the week did not: an hour later no poll has seen a start. Told only where a subscription names it.",
    fields: {
      expectedAt: instant.describe("The usual hour that passed."),
      confidence: z
        .number()
        .min(0)
        .max(1)
        .describe(
          "How sure that was, 0.8 to 1: in what part of the last weeks the creator came about then; older ones count less.",
        ),
    },
    example: (at) => ({ expectedAt: iso(at - 3_600_000), confidence: 0.91 }),
    misses: "live.started",
    onlyByName: true,
    words: missing,
  }),
  "target.renamed": eventType({
    happens: "has a new handle",
    about: "A creator's handle is another one than before, as `user.info` says while they are on air.",
    fields: {
      before: z.string().describe("The handle that was known."),
      after: z.string().describe("The handle now; links lead to it."),
    },
    example: () => ({ before: "maria", after: "maria.live" }),
    words: renamed,
  }),
};

export type LiveChange = ChangeOf<typeof liveEvents>;

const infoOf = ({ data }: Event): JsonObject => (isObject(data["info"]) ? data["info"] : {});

/** Where to watch: known only with a handle. */
const watchUrl = (event: Event): string | null => liveUrl(infoOf(event)["handle"] ?? event.target?.params["handle"]);

/** The broadcast's own title, as a line of its own. */
function titleLine({ title }: JsonObject): Phrase[] {
  const text = lineOf(title, 300);
  return text === null ? [] : [{ strong: text }, "\n"];
}

/** The pictures that an event names. */
function picturesOf({ cover, avatar }: JsonObject): Notice["pictures"] {
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
  return { cover: text(cover), avatar: text(avatar) };
}

/** The words for a start; with its end as `update`, the words for the whole broadcast. */
function started(event: Event, language: Language, update?: Event): Notice {
  const words = liveWords[language];
  if (update !== undefined) return over(update, words.was, language, event);
  const url = watchUrl(event);
  const name = targetName(event, words.someone);
  const when: Phrase = { at: event.occurredAt, style: "relative" };
  const began = event.data["initial"] ? words.seen(when) : words.began(when);
  const info = infoOf(event);
  const { viewers } = info;
  const watched = typeof viewers === "number" ? [` · ${words.viewers(viewers)}`] : [];
  return {
    tone: "live",
    title: spoken(words.is.one(name)),
    url,
    subject: name,
    body: [...titleLine(info), ...began, ...watched],
    pictures: picturesOf(info),
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
  const peak = numberIn(end, "peakViewers");
  const lasted = words.streamed(spokenDuration(language, Number(end.data["durationSeconds"])));
  const streamed = peak === null ? lasted : `${lasted} · ${words.peak(words.viewers(peak))}`;
  const info = infoOf(end);
  return {
    tone: "over",
    title: spoken(saying.one(name)),
    url: null,
    subject: name,
    body: [...titleLine(info), ...say`${streamed} · ${words.endedAt({ at: end.occurredAt, style: "relative" })}`],
    // A cover may be gone by now; the one that stood there was of what was on air.
    pictures: { cover: null, avatar: picturesOf(info)?.avatar ?? null },
    fields: [],
    line: say`${saying.one({ strong: name })} · ${goingOn([streamed])}`,
    among: { who: name, together: saying.many(), heading: saying.heading(), brief: name },
    links: [],
    footer: null,
  };
}

/** The words for a usual hour at which nobody came. */
function missing(event: Event, language: Language): Notice {
  const words = liveWords[language];
  const name = targetName(event, words.someone);
  const url = watchUrl(event);
  const percent = Math.round((numberIn(event, "confidence") ?? 0) * 100);
  const expected = words.expected({ at: instantIn(event, "expectedAt") ?? event.occurredAt, style: "time" });
  const body = say`${expected} · ${words.sure(barePercent(language, percent))}`;
  return {
    tone: "news",
    title: spoken(words.missing.one(name)),
    url,
    subject: name,
    body,
    fields: [],
    line: say`${words.missing.one(url === null ? { strong: name } : { link: name, url })} · ${goingOn(body)}`,
    among: { who: name, together: words.missing.many(), heading: words.missing.heading(), brief: name },
    links: [],
    footer: null,
  };
}

/** The words for a creator who goes by another handle. */
function renamed(event: Event, language: Language): Notice {
  const words = liveWords[language];
  const name = targetName(event, words.someone);
  const [before, after] = [textIn(event, "before"), textIn(event, "after")];
  const url = profileUrl(after);
  const now = (who: Phrase) => (after === null ? words.renamed(who) : words.isNow(who, after));
  const was = before === null ? [] : [words.wasCalled(before)];
  const line = now(url === null ? { strong: name } : { link: name, url });
  return {
    tone: "news",
    title: spoken(now(name)),
    url,
    subject: name,
    body: was,
    fields: [],
    line: was.length === 0 ? line : say`${line} · ${goingOn(was)}`,
    among: null,
    links: [],
    footer: null,
  };
}

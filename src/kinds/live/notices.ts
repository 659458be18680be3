import type { Unwatched } from "../../core/delivery.ts";
import { spokenDuration } from "../../core/duration.ts";
import { type Event, instantIn, numberIn, targetName, textIn } from "../../core/event.ts";
import { isObject, type JsonObject, lineOf } from "../../core/json.ts";
import type { Language } from "../../core/language.ts";
import type { Notice, Phrase } from "../../core/notice.ts";
import { barePercent } from "../../core/numbers-as-text.ts";
import { goingOn, say, type Saying, spoken, withColon } from "../../core/sentence.ts";
import { liveUrl, profileUrl } from "./handle.ts";
import { liveWords } from "./words/words.ts";

const infoOf = ({ data }: Event): JsonObject => (isObject(data["info"]) ? data["info"] : {});

/** The address of the stream; null without a handle. */
const watchUrl = (event: Event): string | null => liveUrl(infoOf(event)["handle"] ?? event.target?.params["handle"]);

/** The title of the stream on its own line. */
function titleLine({ title }: JsonObject): Phrase[] {
  const text = lineOf(title, 300);
  return text === null ? [] : [{ strong: text }, "\n"];
}

/** The push text of a start with its title; undefined without one. */
function pushOf(reported: string, { title }: JsonObject, body: Phrase[], language: Language): Notice["push"] {
  const text = lineOf(title, 300);
  return text === null ? undefined : { text: withColon(language, reported, text), body };
}

/** The pictures in the event's details. */
function picturesOf({ cover, avatar }: JsonObject): Notice["pictures"] {
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
  return { cover: text(cover), avatar: text(avatar) };
}

/** Renders a start. With its end as `update`, renders the whole stream. */
export function started(event: Event, language: Language, update?: Event): Notice {
  const words = liveWords[language];
  if (update !== undefined) return over(update, words.was, language, event);
  const url = watchUrl(event);
  const name = targetName(event, words.someone);
  const when: Phrase = { at: event.occurredAt, style: "relative" };
  const began = event.data["initial"] ? words.seen(when) : words.began(when);
  const info = infoOf(event);
  const { viewers } = info;
  const watched = typeof viewers === "number" ? [` · ${words.viewers(viewers)}`] : [];
  const body = [...titleLine(info), ...began, ...watched];
  return {
    tone: "live",
    title: spoken(words.is.one(name)),
    url,
    subject: name,
    body,
    push: pushOf(spoken(words.is.one(name)), info, body, language),
    pictures: picturesOf(info),
    fields: [],
    line: say`${words.is.one(url === null ? { strong: name } : { link: name, url })} · ${goingOn(began)}`,
    among: { who: name, together: words.is.many(), heading: words.is.heading(), brief: name },
    links: url === null ? [] : [{ label: words.watch, url }],
    footer: null,
  };
}

/** Renders an end, alone or with its start, whose target name is then used. */
export function over(end: Event, saying: Saying, language: Language, { target }: Pick<Event, "target"> = end): Notice {
  const words = liveWords[language];
  const name = targetName({ ...end, target }, words.someone);
  const peak = numberIn(end, "peakViewers");
  // A stream that was live before the first check, or whose start no poll confirmed, may have lasted longer.
  const isWhole = end.data["startedAfter"] !== null;
  const duration = spokenDuration(language, Number(end.data["durationSeconds"]));
  const most = peak === null ? "" : ` · ${words.peak(words.viewers(peak))}`;
  const streamed = words[isWhole ? "streamed" : "streamedAtLeast"](duration) + most;
  const endedAfter = words[isWhole ? "endedAfter" : "endedAfterAtLeast"];
  const info = infoOf(end);
  return {
    tone: "over",
    title: spoken(saying.one(name)),
    url: null,
    subject: name,
    body: [...titleLine(info), ...say`${streamed} · ${words.endedAt({ at: end.occurredAt, style: "relative" })}`],
    // The cover may have expired, and would show a stream that is over.
    pictures: { cover: null, avatar: picturesOf(info)?.avatar ?? null },
    fields: [],
    line:
      saying === words.ended
        ? say`${endedAfter({ strong: name }, duration)}${most}`
        : say`${saying.one({ strong: name })} · ${goingOn([streamed])}`,
    among: { who: name, together: saying.many(), heading: saying.heading(), brief: name },
    links: [],
    footer: null,
  };
}

/** Renders a start whose end nobody will see until further notice. It claims nothing about now. */
export function unwatched(event: Event, language: Language, { why, at, seenAt }: Unwatched): Notice {
  const words = liveWords[language];
  const name = targetName(event, words.someone);
  const info = infoOf(event);
  const seen = words.lastSeen({ at: seenAt, style: "relative" });
  const since = words.unwatched[why]({ at, style: "relative" });
  const text = say`${seen} · ${since}`;
  return {
    tone: "over",
    title: spoken(words.was.one(name)),
    url: null,
    subject: name,
    body: [...titleLine(info), ...text],
    // The cover may have expired.
    pictures: { cover: null, avatar: picturesOf(info)?.avatar ?? null },
    fields: [],
    line: say`${words.was.one({ strong: name })} · ${goingOn(text)}`,
    among: { who: name, together: words.was.many(), heading: words.was.heading(), brief: name },
    links: [],
    footer: null,
  };
}

/** Renders a missed usual time. */
export function missing(event: Event, language: Language): Notice {
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

/** Renders a change of title. */
export function retitled(event: Event, language: Language): Notice {
  const words = liveWords[language];
  const name = targetName(event, words.someone);
  const url = watchUrl(event);
  const [before, after] = [lineOf(event.data["before"], 300), lineOf(event.data["after"], 300)];
  const was = before === null ? [] : [words.wasTitled(before)];
  const title = spoken(words.retitled(name));
  const body: Phrase[] = after === null ? was : [{ strong: after }, ...(was.length === 0 ? [] : ["\n", ...was])];
  const line = words.retitled(url === null ? { strong: name } : { link: name, url });
  return {
    tone: "news",
    title,
    url,
    subject: name,
    body,
    push: after === null ? undefined : { text: withColon(language, title, after), body },
    fields: [],
    line: after === null ? line : say`${line} · ${after}`,
    among: null,
    links: url === null ? [] : [{ label: words.watch, url }],
    footer: null,
  };
}

/** Renders a change of handle. */
export function renamed(event: Event, language: Language): Notice {
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

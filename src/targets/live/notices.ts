import { spokenDuration } from "../../core/duration.ts";
import type { Event } from "../../core/event.ts";
import type { Notice, Phrase } from "../../core/notice.ts";

/** Where to watch: known only with a handle. */
function watchUrl(event: Event): string | null {
  const handle = event.target?.params["handle"];
  return typeof handle === "string" ? `https://www.tiktok.com/@${encodeURIComponent(handle)}/live` : null;
}

const nameOf = (event: Event): string => event.target?.name ?? "Someone";

/** The words for a start; with its end as `update`, the words for the whole broadcast. */
export function startedNotice(event: Event, update?: Event): Notice {
  if (update !== undefined) return wasLive(event, update);
  const url = watchUrl(event);
  const name = nameOf(event);
  const started: Phrase[] = event.data["initial"]
    ? ["Already on air, seen ", { at: event.occurredAt, style: "relative" }]
    : ["Started ", { at: event.occurredAt, style: "relative" }];
  return {
    tone: "live",
    title: `${name} is live`,
    url,
    body: started,
    fields: [],
    line: [url === null ? { strong: name } : { link: name, url }, " is live · ", ...started.map(lowered)],
    links: url === null ? [] : [{ label: "Watch", url }],
    footer: null,
  };
}

/** The words for an end that stands alone. */
export function endedNotice(event: Event): Notice {
  const name = nameOf(event);
  const streamed = `Streamed for ${spokenDuration(Number(event.data["durationSeconds"]))}`;
  return {
    tone: "over",
    title: `${name} is no longer live`,
    url: null,
    body: [streamed, " · ended ", { at: event.occurredAt, style: "relative" }],
    fields: [],
    line: [{ strong: name }, ` is no longer live · ${streamed.toLowerCase()}`],
    links: [],
    footer: null,
  };
}

function wasLive(start: Event, end: Event): Notice {
  const name = nameOf(start);
  const streamed = `Streamed for ${spokenDuration(Number(end.data["durationSeconds"]))}`;
  return {
    ...endedNotice(end),
    title: `${name} was live`,
    line: [{ strong: name }, ` was live · ${streamed.toLowerCase()}`],
  };
}

const lowered = (phrase: Phrase): Phrase => (typeof phrase === "string" ? phrase.replace(/^[A-Z]/, lower) : phrase);

const lower = (letter: string): string => letter.toLowerCase();

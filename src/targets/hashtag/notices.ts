import { numberIn, targetName, textIn } from "../../core/event-data.ts";
import type { Event } from "../../core/event.ts";
import type { Notice, Phrase } from "../../core/notice.ts";
import { grouped, shortNumber, signedPercent } from "../../core/numbers-as-text.ts";

/** The words for a hashtag that is new among the results. */
export function appearedNotice(event: Event): Notice {
  const position = numberIn(event, "position");
  const where = position === null ? "New among the results" : `New among the results at #${position}`;
  return {
    ...about(event, "appeared in"),
    tone: "news",
    body: [where],
    fields: countsOf(event),
    line: [...named(event), ` appeared in ${targetName(event)}`, ...viewsOf(event)],
  };
}

/** The words for a hashtag that is no longer among the results. */
export function goneNotice(event: Event): Notice {
  const position = numberIn(event, "position");
  return {
    ...about(event, "left"),
    tone: "down",
    body: [position === null ? "No longer among the results" : `No longer among the results, last at #${position}`],
    fields: countsOf(event),
    line: [...named(event), ` left ${targetName(event)}`, ...viewsOf(event)],
  };
}

/** The words for views that grew within the window. */
export function surgedNotice(event: Event): Notice {
  const [before, after, percent] = [numberIn(event, "before"), numberIn(event, "after"), numberIn(event, "percent")];
  const views =
    before === null || after === null ? "More views" : `${shortNumber(before)} → ${shortNumber(after)} views`;
  const body = percent === null ? views : `${views} (${signedPercent(percent)})`;
  return {
    ...about(event, "surges in"),
    tone: "up",
    body: [body],
    fields: after === null ? [] : [{ label: "Views", value: [grouped(after)] }],
    line: [...named(event), ` surges in ${targetName(event)} · ${body}`],
  };
}

const nameOf = (event: Event): string => `#${(textIn(event, "name") ?? "hashtag").replace(/^#/, "")}`;

function urlOf(event: Event): string | null {
  const name = textIn(event, "name")?.replace(/^#/, "");
  return name === undefined || !name.isWellFormed() ? null : `https://www.tiktok.com/tag/${encodeURIComponent(name)}`;
}

function named(event: Event): Phrase[] {
  const url = urlOf(event);
  return [url === null ? { strong: nameOf(event) } : { link: nameOf(event), url }];
}

function about(event: Event, verb: string): Pick<Notice, "title" | "url" | "links" | "footer"> {
  const url = urlOf(event);
  return {
    title: `${nameOf(event)} ${verb} ${targetName(event)}`,
    url,
    links: url === null ? [] : [{ label: "Open", url }],
    footer: null,
  };
}

function countsOf(event: Event): Notice["fields"] {
  const [views, uses] = [numberIn(event, "viewCount"), numberIn(event, "useCount")];
  return [
    ...(views === null ? [] : [{ label: "Views", value: [shortNumber(views)] }]),
    ...(uses === null ? [] : [{ label: "Videos", value: [shortNumber(uses)] }]),
  ];
}

function viewsOf(event: Event): Phrase[] {
  const views = numberIn(event, "viewCount");
  return views === null ? [] : [` · ${shortNumber(views)} views`];
}

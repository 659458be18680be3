import { html } from "hono/html";
import type { Event } from "../../../core/event.ts";
import { iso } from "../../../core/instant.ts";
import type { Language } from "../../../core/language.ts";
import { lineOf } from "../../../core/json.ts";
import type { Phrase } from "../../../core/notice.ts";

import { eventTypes } from "../../../kinds/events.ts";

const MAX_TEXT = 300;

/** A single line, without characters that XML cannot contain. */
const line = (text: string): string => lineOf(text, MAX_TEXT) ?? "";

const spoken = (phrases: Phrase[]): string =>
  phrases
    .map((phrase) => {
      if (typeof phrase === "string") return phrase;
      if ("at" in phrase) return iso(phrase.at).slice(0, 16).replace("T", " ") + " UTC";
      return "strong" in phrase ? phrase.strong : phrase.link;
    })
    .join("");

/** Events as an Atom feed (RFC 4287), newest first. `self` is its address without the key. */
export function atomOf(
  { name, id, self, now }: { name: string; id: string; self: string; now: number },
  events: Event[],
  language: Language,
): string {
  const entries = events.flatMap((event) => {
    const notice = eventTypes[event.type]?.words(event, language);
    if (notice === undefined) return [];
    const link = notice.url === null ? "" : html`<link rel="alternate" href="${notice.url}" />`;
    return html`<entry>
      <id>urn:tallylight:${event.id}</id>
      <title>${line(notice.title)}</title>
      <updated>${iso(event.detectedAt)}</updated>
      <published>${iso(event.occurredAt)}</published>
      <category term="${event.type}" />${link}
      <summary>${line(spoken(notice.line))}</summary>
    </entry>`;
  });
  const updated = iso(events[0]?.detectedAt ?? now);
  const feed = html`<feed xmlns="http://www.w3.org/2005/Atom">
    <id>urn:tallylight:${id}</id>
    <title>${line(name)}</title>
    <updated>${updated}</updated>
    <author><name>Tallylight</name></author>
    <link rel="self" href="${self}" />
    ${entries}
  </feed>`;
  return `<?xml version="1.0" encoding="utf-8"?>\n${feed as unknown as string}`;
}

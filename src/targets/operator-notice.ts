import { textIn } from "../core/event-data.ts";
import type { Event } from "../core/event.ts";
import type { Notice, Phrase, Tone } from "../core/notice.ts";

/** A notice of bare words: a headline and one line. */
export const bareNotice = (tone: Tone, title: string, body: Phrase[], line: Phrase[]): Notice => ({
  tone,
  title,
  url: null,
  body,
  fields: [],
  line,
  links: [],
  footer: null,
});

/** A notice for whoever runs Tallylight: a headline and one sentence. */
export const notice = (tone: Tone, title: string, body: string, event: Event): Notice =>
  bareNotice(
    tone,
    title,
    [body, " · ", { at: event.detectedAt, style: "relative" }],
    [{ strong: title }, ` · ${body}`],
  );

/** A text of the event's data, empty where it has none. */
export const said = (event: Event, key: string): string => textIn(event, key) ?? "";

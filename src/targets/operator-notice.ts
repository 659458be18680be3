import { targetName, textIn } from "../core/event-data.ts";
import type { Event } from "../core/event.ts";
import type { Notice, Phrase, Tone } from "../core/notice.ts";

/** A notice of bare words: a headline and one line. */
export const bareNotice = (tone: Tone, title: string, body: Phrase[], line: Phrase[]): Notice => ({
  tone,
  title,
  url: null,
  subject: title,
  body,
  fields: [],
  line,
  among: null,
  links: [],
  footer: null,
});

/** A notice for whoever runs Tallylight: a headline, and what to know or to do. */
export const notice = (tone: Tone, title: string, body: string, event: Event): Notice =>
  bareNotice(
    tone,
    title,
    [body === "" ? "" : `${body} · `, { at: event.detectedAt, style: "relative" }],
    [{ strong: title }, body === "" ? "" : ` · ${body}`],
  );

/** The same about a target, which `did` something; so have those under the `heading`. */
export function ofTarget(event: Event, tone: Tone, did: string, heading: string, body: string): Notice {
  const name = targetName(event, "A target");
  return { ...notice(tone, `${name} ${did}`, body, event), among: { who: name, together: did, heading, brief: name } };
}

/** Words as a sentence of their own. */
export const sentence = (text: string): string =>
  text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? "" : "."}`;

/** A text of the event's data, empty where it has none. */
export const said = (event: Event, key: string): string => textIn(event, key) ?? "";

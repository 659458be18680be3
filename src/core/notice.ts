import type { Event } from "./event.ts";
import type { Language } from "./language.ts";

/**
 * The words of an event for people, independent of any channel's markup. All strings are plain text from outside, so
 * channels must escape them. A phrase is text, an instant (epoch ms) that the reader's client shows in their zone,
 * strong text, or a link.
 */
export type Phrase =
  | string
  | { at: number; style: "relative" | "time" | "date" }
  | { strong: string }
  | { link: string; url: string };

export type Tone = "live" | "over" | "up" | "down" | "news" | "warning";

export interface Notice {
  tone: Tone;
  /**
   * A headline: "Maria is live". Its content is not repeated in other parts. It is the push text, unless `push` says
   * more.
   */
  title: string;
  /** A push text with the fact, "Maria is live: Late night talk", and the body of messages that use it as headline. */
  push?: { text: string; body: Phrase[] } | undefined;
  /** Link target, https only. */
  url: string | null;
  /** What it is about, in a word or two: "Maria". */
  subject: string;
  body: Phrase[];
  fields: { label: string; value: Phrase[] }[];
  /** The same in one line, for messages about several events. */
  line: Phrase[];
  /** Its part in a sentence or list about several similar events; null if it cannot be merged. */
  among: Among | null;
  links: { label: string; url: string }[];
  footer: string | null;
  /** Addresses of pictures. A channel omits those that it cannot show. */
  pictures?: { cover: string | null; avatar: string | null } | undefined;
}

/**
 * "Maria" and others who "are live". Under the heading "Live" she is "Maria", or "Maria #8 → #2" if there is more to
 * say.
 */
interface Among {
  who: string;
  together: string;
  heading: string;
  brief: string;
}

/** The most people that one message pings: enough for those of a subscription and of one target. */
export const MAX_PINGED = 40;

export type Mention =
  | { kind: "here" }
  | { kind: "everyone" }
  | { kind: "role"; id: string }
  | { kind: "user"; id: string }
  | { kind: "subteam"; id: string };

/** One line of a message: an event and its words. A later event may have updated the words. */
export interface MessageItem {
  event: Event;
  notice: Notice;
}

/** The content of one delivery. Starts come first, then other events by detection time. A channel names all of them. */
export interface Message {
  /** The language of its notices. */
  language: Language;
  items: MessageItem[];
  mentions: Mention[];
  /** Buttons that ask us something, below a message with one item. Kinds whose services can't ask leave them out. */
  presses?: Press[];
}

/** A button. Its id says what it asks, in at most 64 bytes. */
export interface Press {
  label: string;
  id: string;
}

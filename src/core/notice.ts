import type { Event } from "./event.ts";
import type { Language } from "./language.ts";

/**
 * What a person reads, in no channel's dialect. Every string is plain text from outside: a channel escapes it.
 * A phrase is text, an instant (epoch ms) that the reader's client shows in their own zone, strong text, or a link.
 */
export type Phrase =
  | string
  | { at: number; style: "relative" | "time" | "date" }
  | { strong: string }
  | { link: string; url: string };

export type Tone = "live" | "over" | "up" | "down" | "news" | "warning";

export interface Notice {
  tone: Tone;
  /** A headline of its own: "Maria is live". What stands in it stands nowhere else. It is the push text, unless `push` says more. */
  title: string;
  /** A push text that carries the fact, "Maria is live: Late night talk", and the body of a message that shows it as its headline. */
  push?: { text: string; body: Phrase[] } | undefined;
  /** Where it leads, https only. */
  url: string | null;
  /** What is there, in a word or two: "Maria". */
  subject: string;
  body: Phrase[];
  fields: { label: string; value: Phrase[] }[];
  /** The same in one line, for messages that tell many. */
  line: Phrase[];
  /** Its part in a sentence or a list of several like it; null where it has words of its own. */
  among: Among | null;
  links: { label: string; url: string }[];
  footer: string | null;
  /** The addresses of pictures that may stand beside the words; a channel leaves out those that it cannot show. */
  pictures?: { cover: string | null; avatar: string | null } | undefined;
}

/** "Maria" and others who "are live"; under the heading "Live" she is "Maria", or "Maria #8 → #2" where more is to be said. */
interface Among {
  who: string;
  together: string;
  heading: string;
  brief: string;
}

/** As many are pinged by one message: room for those of a subscription and of one target. */
export const MAX_PINGED = 40;

export type Mention =
  | { kind: "here" }
  | { kind: "everyone" }
  | { kind: "role"; id: string }
  | { kind: "user"; id: string }
  | { kind: "subteam"; id: string };

/** One line of a message: an event and its words. An `update` is a later event that brings this line up to date. */
export interface MessageItem {
  event: Event;
  notice: Notice;
}

/** What one delivery says. Starts come first, then what else there is in order of detection; a channel names all of them. */
export interface Message {
  /** What its notices are written in. */
  language: Language;
  items: MessageItem[];
  mentions: Mention[];
}

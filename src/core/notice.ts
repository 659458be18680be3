import type { Event } from "./event.ts";

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
  /** A headline of its own: "Maria is live". */
  title: string;
  /** Where the title leads, https only. */
  url: string | null;
  body: Phrase[];
  fields: { label: string; value: Phrase[] }[];
  /** The same in one line, for messages that tell many. */
  line: Phrase[];
  links: { label: string; url: string }[];
  footer: string | null;
}

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

/** What one delivery says. `items` in order of detection; more than 25 are counted, not listed. */
export interface Message {
  items: MessageItem[];
  mentions: Mention[];
}

/** The most lines that a grouped message lists before "+N more". */
export const MOST_LINES = 25;

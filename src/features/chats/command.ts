import type { Language } from "../../core/language.ts";
import type { ChatKind } from "./resource/chat.ts";

/** What `/tally` can do, in the order of its help. */
export const SUBCOMMANDS = ["live", "watch", "unwatch", "list", "snooze", "rank", "trends", "help", "link"] as const;

export type Subcommand = (typeof SUBCOMMANDS)[number];

/** Those that change something. */
export const CHANGING: readonly string[] = ["watch", "unwatch", "snooze"] satisfies Subcommand[];

/** Those that only read. */
export const READING: readonly string[] = ["live", "list", "rank", "trends", "help"] satisfies Subcommand[];

/** The options of a subcommand. The names are the same on all services. */
export const OPTIONS: Partial<Record<Subcommand, readonly string[]>> = {
  watch: ["creator", "channel"],
  unwatch: ["creator"],
  snooze: ["creator", "for"],
  rank: ["creator"],
  link: ["code"],
};

/** A command or a pressed button: all that is needed to carry it out later. It is passed on as JSON. */
export interface Command {
  kind: ChatKind;
  /** The server, workspace or chat that it was given in. */
  address: string;
  /** Its name, if the service says it. */
  title: string | null;
  person: { id: string; name: string; roles: string[]; manages: boolean };
  /** The language of the person; null if the service doesn't say. */
  language: Language | null;
  /** When it was given, wall clock, epoch ms. */
  at: number;
  /** Unique for each command, so that it is carried out once. */
  key: string;
  /** A subcommand with its options, or the id of a button. */
  asked: { name: string; options: Record<string, string> } | { button: string };
  /** Where a late answer goes, as the service's door knows it. */
  reply: Record<string, string>;
}

/** How long a snooze lasts: `30m`, `2h`, `3d`, `tomorrow`, `live`. */
const SPAN = /^(?:\d{1,4}\s?[mhd]|tomorrow|live)$/i;

/** The words of a text, cut to what any option may be. */
const MAX_TEXT = 300;

/** Reads a command that is typed as text: "watch @maria #live", "snooze Maria Rossi 2h". Empty text asks for help. */
export function typedCommand(text: string): { name: string; options: Record<string, string> } {
  const [name = "help", ...words] = text.slice(0, MAX_TEXT).trim().split(/\s+/).filter(Boolean);
  return { name: name.toLowerCase(), options: typedOptions(name.toLowerCase(), words) };
}

/** The options of a subcommand from the words after it. A name may have several words. */
export function typedOptions(name: string, words: string[]): Record<string, string> {
  const last = words.at(-1) ?? "";
  const before = (count: number) => words.slice(0, words.length - count).join(" ");
  if (name === "link") return provided({ code: words.join(" ") });
  if (name === "snooze" && words.length > 1 && SPAN.test(last)) return { creator: before(1), for: last };
  if (name === "watch" && words.length > 1 && /^[#<]/.test(last)) return { creator: before(1), channel: last };
  return provided({ creator: words.join(" ") });
}

const provided = (options: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== ""));

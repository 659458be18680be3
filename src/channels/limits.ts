import type { Mention } from "../core/notice.ts";
import type { OutboundRequest } from "./kind.ts";

/** An answer that refuses a message. */
interface Refusing {
  status: number;
  body: string;
}

export type Body = Record<string, unknown>;

/**
 * What a destination refuses, by rules of its own: each is `limits` in `src/channels/<kind>/limits.ts`, which the tests read and
 * nothing else, and shares nothing with what renders.
 */
export interface Limits {
  /** What it would refuse a request for, a word or two each. */
  problems: (request: OutboundRequest) => string[];
  /** What one message carries at the least, in characters, and one of text alone; where people read it. */
  carries?: { full: number; plain: number };
  /** How it refuses the form of a message, for good; null where it never does. */
  refuses: Refusing | null;
  /** How it refuses every message until somebody has allowed them. */
  forbids: Refusing;
  /** How it answers an edit of a message that is not there; where messages can be edited. */
  missing?: Refusing;
  /** Who a body calls beyond these; where people read it. */
  uninvited?: (body: Body, mentions: Mention[]) => string[];
  /** Which mentions it can call; where people read it. */
  calls?: Mention["kind"][];
  /** How it names the messages that stand there, by a number; where they can be edited. */
  standing?: {
    /** The answer to a message that stands there, new or edited. */
    answer: (number: number) => Refusing;
    /** Which one a request edits, as a number; null for a new one. */
    edited: (request: Pick<OutboundRequest, "url" | "body">) => number | null;
  };
}

export const bodyOf = ({ body }: OutboundRequest): Body => JSON.parse(body) as Body;

/** Every string anywhere in a value, keys aside. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

import type { Mention } from "../core/notice.ts";
import type { OutboundRequest } from "./kind.ts";

/** An answer that refuses a message. */
interface Refusing {
  status: number;
  body: string;
}

/** How a destination refuses a request, and what that means by its documentation. */
export interface Refusal extends Refusing {
  name: string;
  headers?: Record<string, string>;
  /**
   * - content: it never takes this message, as text neither
   * - state: somebody has to do something there, or nobody knows what it means
   * - gone: it no longer exists
   * - limit: too many requests, for ten minutes
   * - fault: it failed, or nobody knows for how long
   */
  means: "content" | "state" | "gone" | "limit" | "fault";
  /** Set if it only answers edits, or only new messages, or those to a thread, so. */
  of?: "edits" | "posts" | "threads";
  /** What a limit applies to, other than to requests of the same kind: new messages, edits or deletions. */
  limits?: "thread" | "oldEdits" | "everything";
}

/** The seconds that limits in `Refusal` last. */
export const LIMIT_SECONDS = 600;

export type Body = Record<string, unknown>;

/**
 * What a destination refuses, by its own rules: `limits` in `src/channels/<kind>/limits.ts`. Only tests read it, and it
 * shares nothing with the rendering.
 */
export interface Limits {
  /** Reasons for which it would refuse a request, in a word or two each. */
  problems: (request: OutboundRequest) => string[];
  /** Minimum size of a message and of a plain one, in characters; for kinds that people read. */
  carries?: { full: number; plain: number };
  /** How it refuses a message's format for good; null if it never does. */
  refuses: Refusing | null;
  /** How it refuses every message until someone permits them. */
  forbids: Refusing;
  /** How it refuses requests, in all ways that are known and one that is not. */
  refusals: Refusal[];
  /** How it answers the edit of a missing message; for kinds with edits. */
  missing?: Refusing;
  /** Mentions in a body that are not among these; for kinds that people read. */
  uninvited?: (body: Body, mentions: Mention[]) => string[];
  /** The mentions that it supports; for kinds that people read. */
  calls?: Mention["kind"][];
  /** How it identifies messages, by number; for kinds with edits. */
  standing?: {
    /** The answer to a message, new or edited. */
    answer: (number: number) => Refusing;
    /** The number of the message that a request edits; null for a new one. */
    edited: (request: Pick<OutboundRequest, "url" | "body">) => number | null;
  };
}

/** A 429 with `Retry-After`. */
export const slowDown = (body: string): Refusal => ({
  name: "429",
  status: 429,
  body,
  headers: { "retry-after": String(LIMIT_SECONDS) },
  means: "limit",
});

/** Refusals that any destination can give, with no word of its own. */
export const anyRefusals: Refusal[] = [
  { name: "500", status: 500, body: "", means: "fault" },
  { name: "a page of a proxy", status: 502, body: "<html>Bad Gateway</html>", means: "fault" },
  { name: "408", status: 408, body: "", means: "fault" },
  { name: "a redirect", status: 302, body: "", headers: { location: "https://example.com/" }, means: "state" },
  { name: "404 without a word", status: 404, body: "", means: "state" },
  { ...slowDown(""), name: "503 with a time", status: 503 },
];

export const bodyOf = ({ body }: OutboundRequest): Body => JSON.parse(body) as Body;

/** All strings in a value, without keys. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

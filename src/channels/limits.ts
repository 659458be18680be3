import type { Mention } from "../core/notice.ts";
import type { OutboundRequest } from "./kind.ts";

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
  /** Who a body calls beyond these; where people read it. */
  uninvited?: (body: Body, mentions: Mention[]) => string[];
}

export const bodyOf = ({ body }: OutboundRequest): Body => JSON.parse(body) as Body;

/** Every string anywhere in a value, keys aside. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

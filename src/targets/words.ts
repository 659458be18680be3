import type { Event } from "../core/event.ts";
import type { Notice } from "../core/notice.ts";
import { operatorWords } from "./operator-words.ts";
import { targetKinds } from "./registry.ts";

/** The words of every event type there is; `update` is the later event of the same story. */
export const words: Record<string, (event: Event, update?: Event) => Notice> = Object.assign(
  {},
  ...Object.values(targetKinds).map(({ notices }) => notices),
  operatorWords,
);

/** Every event type that a subscription can name. */
export const eventTypes: readonly string[] = Object.keys(words);

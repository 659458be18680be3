import type { Phrase } from "../../../core/notice.ts";
import { say, type Saying } from "../../../core/say.ts";

/** What is said of live creators. */
export const en = {
  someone: "Someone",
  is: { one: (name) => say`${name} is live`, many: () => "are live", heading: () => "Live" } as Saying,
  was: { one: (name) => say`${name} was live`, many: () => "were live", heading: () => "Was live" } as Saying,
  ended: {
    one: (name) => say`${name} is no longer live`,
    many: () => "are no longer live",
    heading: () => "No longer live",
  } as Saying,
  began: (when: Phrase) => say`Started ${when}`,
  seen: (when: Phrase) => say`Already on air, seen ${when}`,
  streamed: (duration: string) => `Streamed for ${duration}`,
  endedAt: (when: Phrase) => say`ended ${when}`,
  watch: "Watch",
};

export type LiveWords = typeof en;

import type { Phrase } from "../../../../core/notice.ts";
import { say } from "../../../../core/sentence.ts";

/** The words of a board. */
export const en = {
  onAir: (count: string) => `${count} live`,
  nobody: "No one is live",
  nobodyKnown: "No one known to be live",
  unknown: (count: number) => `${count} unknown`,
  unknownSince: (when: Phrase) => say`unknown since ${when}, live before that`,
  blind: "We can't tell who is live",
  since: (when: Phrase) => say`since ${when}`,
  sinceAtLeast: (when: Phrase) => say`at least since ${when}`,
  blindSince: (when: Phrase) => say`Unknown since ${when}. Last known:`,
  more: (count: number) => `and ${count} more`,
  moreThan: (count: number) => `and more than ${count} more`,
  checked: (when: Phrase) => say`Checked ${when}`,
  placeholder: "This message or a newer one shows who is live.",
  over: "This board is no longer updated.",
};

export type BoardWords = typeof en;

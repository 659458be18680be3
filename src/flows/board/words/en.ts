import type { Phrase } from "../../../core/notice.ts";
import { say } from "../../../core/say.ts";

/** What a board says. */
export const en = {
  onAir: (count: string) => `${count} on air`,
  nobody: "Nobody is on air",
  nobodyKnown: "Nobody known to be live",
  unknown: (count: number) => `${count} unknown`,
  unknownSince: (when: Phrase) => say`unknown since ${when}, live until then`,
  blind: "Not known who is on air",
  since: (when: Phrase) => say`since ${when}`,
  blindSince: (when: Phrase) => say`Not known since ${when}. This was known last:`,
  more: (count: number) => `and ${count} more`,
  moreThan: (count: number) => `and more than ${count} more`,
  checked: (when: Phrase) => say`Checked ${when}`,
  loading: "Loading …",
  placeholder: "This message will show who is live.",
  over: "This board is no longer kept.",
};

export type BoardWords = typeof en;

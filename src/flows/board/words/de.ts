import { say } from "../../../core/say.ts";
import type { BoardWords } from "./en.ts";

export const de: BoardWords = {
  onAir: (count) => `${count} auf Sendung`,
  nobody: "Niemand ist auf Sendung",
  blind: "Unbekannt, wer auf Sendung ist",
  since: (when) => say`seit ${when}`,
  blindSince: (when) => say`Unbekannt seit ${when}. Zuletzt war bekannt:`,
  more: (count) => `und ${count} weitere`,
  moreThan: (count) => `und mehr als ${count} weitere`,
  checked: (when) => say`Geprüft ${when}`,
  over: "Diese Tafel wird nicht mehr geführt.",
};

import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { BoardWords } from "../../features/boards/message/words/en.ts";

export const de: Translation<BoardWords> = {
  onAir: (count) => `${count} live`,
  nobody: "Niemand ist live",
  nobodyKnown: "Soweit bekannt, ist niemand live",
  unknown: (count) => `${count} unklar`,
  unknownSince: (when) => say`unklar seit ${when}, bis dahin live`,
  blind: "Unbekannt, wer live ist",
  since: (when) => say`seit ${when}`,
  sinceAtLeast: (when) => say`mindestens seit ${when}`,
  blindSince: (when) => say`Unbekannt seit ${when}. Zuletzt war bekannt:`,
  more: (count) => `und ${count} weitere`,
  moreThan: (count) => `und mehr als ${count} weitere`,
  checked: (when) => say`Geprüft ${when}`,
  placeholder: "Diese Nachricht oder eine neuere zeigt, wer live ist.",
  over: "Diese Tafel wird nicht mehr geführt.",
};

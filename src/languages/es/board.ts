import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { BoardWords } from "../../features/boards/message/words/en.ts";

export const es: Translation<BoardWords> = {
  onAir: (count) => `${count} en directo`,
  nobody: "Nadie está en directo",
  nobodyKnown: "Nadie en directo, que sepamos",
  unknown: (count) => `${count} sin confirmar`,
  unknownSince: (when) => say`sin confirmar desde ${when}, en directo hasta entonces`,
  blind: "No se sabe quién está en directo",
  since: (when) => say`desde ${when}`,
  sinceAtLeast: (when) => say`al menos desde ${when}`,
  blindSince: (when) => say`No se sabe desde ${when}. Lo último que se supo:`,
  more: (count) => `y ${count} más`,
  moreThan: (count) => `y más de ${count} más`,
  checked: (when) => say`Comprobado ${when}`,
  placeholder: "Este mensaje, o uno más reciente, muestra quién está en directo.",
  over: "Este tablón ya no se actualiza.",
};

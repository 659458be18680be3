import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { BoardWords } from "../../features/boards/message/words/en.ts";

export const fr: Translation<BoardWords> = {
  onAir: (count) => `${count} en direct`,
  nobody: "Personne n’est en direct",
  nobodyKnown: "Personne en direct, à notre connaissance",
  unknown: (count) => (count === 1 ? "1 inconnu" : `${count} inconnus`),
  unknownSince: (when) => say`inconnu depuis ${when}, en direct jusque-là`,
  blind: "On ne sait pas qui est en direct",
  since: (when) => say`depuis ${when}`,
  sinceAtLeast: (when) => say`au moins depuis ${when}`,
  blindSince: (when) => say`Inconnu depuis ${when}. Dernier état connu :`,
  more: (count) => `et ${count} de plus`,
  moreThan: (count) => `et plus de ${count} autres`,
  checked: (when) => say`Vérifié ${when}`,
  placeholder: "Ce message, ou un plus récent, indique qui est en direct.",
  over: "Ce tableau n’est plus tenu à jour.",
};

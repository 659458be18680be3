import type { CoreWords } from "../../core/words.ts";
import type { Translation } from "../../core/language.ts";

export const fr: Translation<CoreWords> = {
  units: { s: " s", m: " min", h: " h", d: " j", between: " " },
  within: (growth, length) => `${growth} en ${length}`,
  since: (growth, date) => `${growth} depuis le ${date}`,
};

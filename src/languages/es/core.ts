import type { Translation } from "../../core/language.ts";
import type { CoreWords } from "../../core/words.ts";

export const core: Translation<CoreWords> = {
  units: { s: " s", m: " min", h: " h", d: " d", between: " " },
  within: (growth, length) => `${growth} en ${length}`,
  since: (growth, date) => `${growth} desde el ${date}`,
  place: (place) => `puesto ${place}`,
  placeMove: (before, after) => `puesto ${before} → ${after}`,
  hours: () => ({
    days: [
      "lun lunes lu",
      "mar martes ma",
      "mié miercoles mi",
      "jue jueves ju",
      "vie viernes vi",
      "sáb sabado sabados sa",
      "dom domingo domingos do",
    ],
    everyDay: ["diariamente", "diario", "todos los dias", "cada dia"],
    weekend: ["fines de semana", "fin de semana"],
    workingDays: ["entre semana", "dias laborables"],
    to: ["a", "al", "hasta"],
    empty: ["y", "e", "o", "desde", "de", "las", "la", "los", "del", "el", "partir", "cada", "entre"],
  }),
};

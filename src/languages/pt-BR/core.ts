import type { Translation } from "../../core/language.ts";
import type { CoreWords } from "../../core/words.ts";

export const core: Translation<CoreWords> = {
  units: { s: " s", m: " min", h: " h", d: " d", between: " " },
  within: (growth, length) => `${growth} em ${length}`,
  since: (growth, date) => `${growth} desde ${date}`,
  place: (place) => `${place}º lugar`,
  placeMove: (before, after) => `${before}º → ${after}º lugar`,
  hours: () => ({
    days: [
      "seg segunda segundas",
      "ter terca tercas",
      "qua quarta quartas",
      "qui quinta quintas",
      "sex sexta sextas",
      "sáb sabado sabados",
      "dom domingo domingos",
    ],
    everyDay: ["todos os dias", "todo dia", "diariamente"],
    weekend: ["fins de semana", "finais de semana", "fim de semana", "final de semana"],
    workingDays: ["dias uteis", "dias de semana"],
    to: ["a", "ate", "as"],
    empty: ["e", "o", "de", "desde", "das", "os", "dos", "cada", "partir", "entre", "feira", "feiras"],
  }),
};

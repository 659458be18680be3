import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { RankingWords } from "../../kinds/ranking/words/en.ts";

export const es: Translation<RankingWords> = {
  someone: "Alguien",
  ranking: "una clasificación",
  titled: (title) => `«${title}»`,
  entered: {
    one: (name, ranking, place) => say`${name} entró en ${ranking}${place === "" ? "" : ` en el ${place}`}`,
    many: (ranking) => `entraron en ${ranking}`,
    heading: (ranking) => `Nuevos en ${ranking}`,
  },
  left: {
    one: (name, ranking) => say`${name} salió de ${ranking}`,
    many: (ranking) => `salieron de ${ranking}`,
    heading: (ranking) => `Ya no están en ${ranking}`,
  },
  moved: {
    one: (name, ranking) => say`${name} cambió de puesto en ${ranking}`,
    many: (ranking) => `cambiaron de puesto en ${ranking}`,
    heading: (ranking) => `Cambios en ${ranking}`,
  },
  up: {
    one: (name, ranking, move) => say`${name} sube en ${ranking}: ${move}`,
    many: (ranking) => `suben en ${ranking}`,
    heading: (ranking) => `Suben en ${ranking}`,
  },
  down: {
    one: (name, ranking, move) => say`${name} baja en ${ranking}: ${move}`,
    many: (ranking) => `bajan en ${ranking}`,
    heading: (ranking) => `Bajan en ${ranking}`,
  },
  leagueUp: {
    one: (name, how) => say`${name} sube de liga: ${how}`,
    many: () => "suben de liga",
    heading: () => "Suben de liga",
  },
  leagueDown: {
    one: (name, how) => say`${name} baja de liga: ${how}`,
    many: () => "bajan de liga",
    heading: () => "Bajan de liga",
  },
  finished: {
    one: (name, ranking, place) => say`${name} terminó ${ranking} en el ${place}`,
    many: (ranking) => `terminaron ${ranking}`,
    heading: (ranking) => `Resultado final de ${ranking}`,
  },
  wasOff: {
    one: (name, ranking) => say`${name} no estaba en ${ranking} al cierre`,
    many: (ranking) => `no estaban en ${ranking} al cierre`,
    heading: (ranking) => `Fuera de ${ranking} al cierre`,
  },
  closing: {
    one: (name, ranking, place) => say`${name} está en el ${place} de ${ranking}`,
    many: (ranking) => `están en los últimos minutos de ${ranking}`,
    heading: (ranking) => `Últimos minutos de ${ranking}`,
  },
  lastAt: (place) => `Último puesto: ${place}`,
  lastSeen: (place) => `Visto por última vez en el ${place}`,
  best: (place) => `Mejor puesto: ${place}`,
  timeLeft: (duration) => `Quedan ${duration}`,
  periodEnded: (when) => say`Periodo cerrado ${when}`,
  nowFirst: "Ahora en cabeza",
  noLongerFirst: "Ya no va en cabeza",
  into: (max) => `Entra en el top ${max}`,
  outOf: (max) => `Sale del top ${max}`,
  toGo: "Le falta",
  resets: "Se reinicia",
  profile: "Perfil",
};

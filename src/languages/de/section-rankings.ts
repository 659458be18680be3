import type { Translation } from "../../core/language.ts";
import { ended } from "../../core/text.ts";
import type { RankingsWords } from "../../sections/rankings/words/en.ts";

export const de: Translation<RankingsWords> = {
  title: "Rankings",
  none: "Live-Rankings",
  many: "Rankings",
  creator: "Ein Creator",
  biggestClimb: "Größter Aufstieg",
  bestPlace: "Bester Platz",
  climbed: "Gestiegen",
  fell: (count) => `${count} gefallen`,
  leagues: "Ligen",
  up: (count) => `${count} aufgestiegen`,
  down: (count) => `${count} abgestiegen`,
  closed: "Abgeschlossen",
  inTopTen: (count) => `${count} am Ende in den Top 10`,
  movers: "Auf- und Abstiege",
  best: "Beste Plätze",
  others: "Weitere gute Plätze",
  atClose: (place) => `${place} zum Abschluss`,
  closedAt: (place, final) => `${place} · am Ende ${final}`,
  tooEarly: "Noch zu kurz beobachtet, um Auf- und Abstiege zu nennen.",
  unmoved: "Niemand ist gestiegen oder gefallen.",
  nobody: "Niemand stand in einem Ranking.",
  rose: (name, from, to, ranking) => `${name} stieg in „${ranking}“ von ${from} auf ${to}`,
  sank: (name, from, to, ranking) => `${name} fiel in „${ranking}“ von ${from} auf ${to}`,
  topTenShare: (name, ranking, now, before) =>
    `${name} war in „${ranking}“ ${now} der Zeit unter den ersten 10, davor ${before}`,
  leagueUp: (name, before, after) => `${name} stieg von Liga ${before} in Liga ${after} auf`,
  leagueDown: (name, before, after) => `${name} stieg von Liga ${before} in Liga ${after} ab`,
  stood: (name, place, ranking) => `${name} stand in „${ranking}“ auf ${place}`,
  chartMoved: "Wer stieg und wer fiel",
  chartBest: "Wer am besten stand",
  subtitle: (span) => `Plätze, ${span}`,
  alt: (span, recipient) => `Plätze in den Rankings, ${span}: ${ended(recipient)}`,
};

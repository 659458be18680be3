/** The words of a digest about the live rankings. Places are passed as "#4", counts as text. */
export const en = {
  title: "Rankings",
  none: "live rankings",
  many: "rankings",
  creator: "A creator",
  topClimb: "Top climb",
  bestPlace: "Best place",
  climbed: "Climbed",
  fell: (count: string) => `${count} fell`,
  leagues: "Leagues",
  up: (count: string) => `${count} up`,
  down: (count: string) => `${count} down`,
  closed: "Periods ended",
  inTopTen: (count: string) => `${count} finished in the top 10`,
  movers: "Climbs and falls",
  best: "Best places",
  others: "Other good places",
  atClose: (place: string) => `${place} at the end`,
  closedAt: (place: string, final: string) => `${place} · finished at ${final}`,
  tooEarly: "Not enough data yet to say who climbed or fell.",
  unmoved: "No one climbed or fell.",
  nobody: "No one was seen in a ranking.",
  rose: (name: string, from: string, to: string, ranking: string) =>
    `${name} climbed from ${from} to ${to} in ${ranking}`,
  sank: (name: string, from: string, to: string, ranking: string) => `${name} fell from ${from} to ${to} in ${ranking}`,
  topTenShare: (name: string, ranking: string, now: string, before: string) =>
    `${name} was in the top 10 of ${ranking} ${now} of the time, ${before} before`,
  leagueUp: (name: string, before: string, after: string) => `${name} went up from league ${before} to ${after}`,
  leagueDown: (name: string, before: string, after: string) => `${name} went down from league ${before} to ${after}`,
  stood: (name: string, place: string, ranking: string) => `${name} reached ${place} in ${ranking}`,
  chartMoved: "Who climbed and who fell",
  chartBest: "Best places",
  subtitle: (span: string) => `Places, ${span}`,
  alt: (span: string, legend: string) => `Places in the rankings, ${span}: ${legend}.`,
};

export type RankingsWords = typeof en;

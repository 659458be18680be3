import { counting, type Translation } from "../../core/language.ts";
import { ended } from "../../core/text.ts";
import type { HashtagsWords } from "../../sections/hashtags/words/en.ts";
import type { ListsWords } from "../../sections/lists/words/en.ts";
import type { LivesWords } from "../../sections/lives/words/en.ts";
import type { ProductsWords } from "../../sections/products/words/en.ts";
import type { RankingsWords } from "../../sections/rankings/words/en.ts";
import type { RecordsWords } from "../../sections/records/words/en.ts";
import type { SectionWords } from "../../sections/words/en.ts";

export const sections: Translation<SectionWords> = {
  periods: {
    day: { before: "am Tag davor", against: "gegenüber dem Vortag", whole: "den ganzen Tag" },
    week: { before: "in der Woche davor", against: "gegenüber der Vorwoche", whole: "die ganze Woche" },
    month: { before: "im Monat davor", against: "gegenüber dem Vormonat", whole: "den ganzen Monat" },
    period: { before: "im Zeitraum davor", against: "gegenüber dem Zeitraum davor", whole: "den ganzen Zeitraum" },
  },
  changed: (change, against) => `${change} ${against}`,
  space: " ",
  asMuch: (before) => `so viel wie ${before}`,
  noneWatched: (none) => `Es werden keine ${none} beobachtet.`,
  nothingRead: "Bisher wurde nichts gelesen.",
  unread: (count, targets, many) => `Von ${count} der ${targets} ${many} wurde bisher nichts gelesen.`,
  partly: (count, targets, many, whole) =>
    `${count} der ${targets} ${many} ${count === 1 ? "wurde" : "wurden"} nicht ${whole} beobachtet.`,
  watchedFor: (many, part, atMost) => `Beobachtungszeit der ${many}: ${atMost ? "höchstens " : ""}${ended(part)}`,
  days: (part, whole) => `${part} von ${whole} Tagen`,
  ofDays: (part, whole) => `${part} von ${whole} Tagen`,
  ofTime: (part, whole) => `${part} von ${whole}`,
};

const counted = counting("de");

export const sectionHashtags: Translation<HashtagsWords> = {
  title: "Hashtags",
  none: "Hashtag-Suchen",
  many: "Suchen",
  hashtag: "ein Hashtag",
  views: (count, text) => `${text} ${counted(count, "Aufruf", "Aufrufe")}`,
  trends: "Trends",
  gained: "Neue Aufrufe",
  byHashtags: (count) => `von ${count} Hashtags`,
  fastest: "Am schnellsten",
  typical: "Übliches Wachstum",
  below: (share) => `unter ${share}`,
  median: (count) => `Median von ${count} Hashtags`,
  fresh: "Neue Hashtags",
  gone: (count) => `${count} verschwunden`,
  knownThen: (change, count) => `${change}, bei den ${count} damals bekannten`,
  growing: "Am schnellsten gewachsen",
  trendsAndGrowing: "Trends und schnellstes Wachstum",
  trend: "Trend",
  mostGained: "Meiste neue Aufrufe",
  unknownViews: "Aufrufe unbekannt",
  noneFound: "Es wurden keine Hashtags gefunden.",
  tooEarly: "Noch zu kurz beobachtet, um Wachstum zu messen.",
  nothingGrew: "Nichts ist gewachsen.",
  tooFew: "Zu wenige Hashtags sind messbar gewachsen, um einen Trend zu nennen.",
  againstGroup: (period) =>
    `Trends sind nur an der Gruppe gemessen: Weniger als drei frühere ${{ day: "Tage", week: "Wochen", month: "Monate", period: "Zeiträume" }[period]} sind bekannt.`,
  found: (count, text) => `${text} ${counted(count, "neuer Hashtag wurde", "neue Hashtags wurden")} gefunden`,
  grewBy: (name, share) => `${name} wuchs um ${share}`,
  doubled: (name) => `${name} hat sich verdoppelt`,
  grewTimes: (name, times) => `${name} wuchs auf das ${times}-Fache`,
  chartGrowing: "Was wächst",
  subtitle: (span) => `Zuwachs an Aufrufen, ${span}`,
  alt: (span, which) => `Zuwachs an Aufrufen der schnellsten Hashtags, ${span}: ${ended(which)}`,
  isTrend: (hashtag) => `${hashtag}, ein Trend`,
};

export const sectionLists: Translation<ListsWords> = {
  title: "Videos & Einträge",
  none: "Listen von Einträgen",
  many: "Listen",
  fresh: "Neue Einträge",
  still: (count) => `${count} noch gelistet`,
  gone: "Einträge verschwunden",
  surged: "Stark gestiegene Einträge",
  crossed: "Einträge an einem Grenzwert",
  step: (field, before, after) => `${field} ${before} → ${after}`,
  above: (field, limit) => `${field} über ${limit}`,
  below: (field, limit) => `${field} unter ${limit}`,
  nothing: "Kein Eintrag war neu, verschwunden oder stark gestiegen.",
  found: (count, text) => `${text} ${counted(count, "neuer Eintrag wurde gelistet", "neue Einträge wurden gelistet")}`,
  lost: (count, text) =>
    `${text} ${counted(count, "Eintrag ist nicht mehr gelistet", "Einträge sind nicht mehr gelistet")}`,
  grewBy: (name, field, share) => `${name} wuchs um ${share} (${field})`,
  passed: (name, fact) => `${name} hat einen Grenzwert passiert: ${fact}`,
  chart: "Neue Einträge je Liste",
  subtitle: (span) => `Aufgetauchte Einträge, ${span}`,
  alt: (span, which) => `Neue Einträge je Liste, ${span}: ${ended(which)}`,
};

export const sectionLives: Translation<LivesWords> = {
  title: "Livestreams",
  none: "Live-Creator",
  many: "Creator",
  creator: "Ein Creator",
  airtime: "Live-Zeit",
  wereLive: "Waren live",
  of: (count, all) => `${count} von ${all}`,
  onAirAtEnd: (count) => `${count} am Ende live`,
  pace: (month) => `Prognose für ${month}`,
  soFar: (time) => `bisher ${time}`,
  longest: "Längster Stream",
  sessions: "Anzahl der Streams",
  average: (time) => `im Schnitt ${time}`,
  watchedThen: (change, count) => `${change}, bei den ${count} damals Beobachteten`,
  most: "Meiste Live-Zeit",
  changes: "Größte Veränderungen",
  days: (count) => `${count} ${counted(count, "Tag", "Tage")}`,
  nobody: "Niemand wurde live gesehen.",
  tooEarly: (before, month) => {
    const unknown = [
      ...(before === null ? [] : [`einen Vergleich mit der Live-Zeit ${before}`]),
      ...(month === null ? [] : [`eine Prognose für ${month}`]),
    ];
    return `Noch zu kurz beobachtet für ${unknown.join(" oder ")}.`;
  },
  together: (count) => `${count} Creator zusammen`,
  notOnAir: ({ who, many }, time, before) => `${who} ${many ? "waren" : "war"} nicht live, nach ${time} ${before}`,
  afterNone: ({ who, many }, time, before) => `${who} ${many ? "waren" : "war"} ${time} live, ${before} gar nicht`,
  timesAsLong: ({ who, many }, times, before) =>
    `${who} ${many ? "waren" : "war"} ${times === 2 ? "doppelt" : `${times}-mal`} so lange live wie ${before}`,
  halfAsLong: ({ who, many }, before) => `${who} ${many ? "waren" : "war"} halb so lange live wie ${before}`,
  longer: ({ who, many }, share, before) => `${who} ${many ? "waren" : "war"} ${share} länger live als ${before}`,
  shorter: ({ who, many }, share, before) => `${who} ${many ? "waren" : "war"} ${share} kürzer live als ${before}`,
  onAirLongest: (name, time) => `${name} war am längsten live: ${time}`,
  chart: "Wer live war",
  subtitle: (span) => `Live-Zeit, ${span}`,
  alt: (span, recipient) => `Live-Zeit derer, die am längsten live waren, ${span}: ${ended(recipient)}`,
  inChart: (name, time, sessions, days) =>
    `${name} ${time} in ${sessions} ${counted(sessions, "Stream", "Streams")}, verteilt auf ${days}`,
};

export const sectionProducts: Translation<ProductsWords> = {
  title: "Produkte",
  none: "Produktkategorien",
  many: "Kategorien",
  product: "ein Produkt",
  daily: (count) => `${count} am Tag`,
  fewDaily: (count) => `weniger als ${count} am Tag`,
  cuts: "Preissenkungen",
  raised: (count) => `${count} erhöht`,
  deepest: "Größte Senkung",
  sold: "Verkauft",
  ofProducts: (count) => `von ${count} Produkten`,
  bestSeller: "Verkaufsschlager",
  fresh: "Neue Produkte",
  gone: (count) => `${count} verschwunden`,
  knownThen: (change, count) => `${change}, bei den ${count} damals bekannten`,
  selling: "Am schnellsten verkauft",
  unknownPrice: "Preis unbekannt",
  stars: (rating) => `${rating} von 5 Sternen`,
  reviews: (count, text) => `${text} ${counted(count, "Bewertung", "Bewertungen")}`,
  still: "Kein Preis hat sich geändert.",
  rebased: (count, text) =>
    `${text} ${counted(count, "Produkt hat", "Produkte haben")} jetzt eine andere Währung; frühere Preise werden nicht verglichen.`,
  unknownSales: "Was verkauft wurde, ist nicht bekannt.",
  tooEarly: "Noch zu kurz beobachtet, um Verkäufe zu nennen.",
  nothingSold: "Es wurden keine Verkäufe gesehen.",
  noneFound: "Es wurden keine Produkte gefunden.",
  costsLess: (name, share, prices) => `${name} kostet ${share} weniger (${prices})`,
  grows: (name, change, usual, isOwn) =>
    isOwn
      ? `Nur ${name} wächst so: ${change} Verkäufe, ähnliche Produkte ${usual}`
      : `${name} wächst schneller als die anderen: ${change} Verkäufe, ähnliche Produkte ${usual}`,
  soldBest: (name, daily) => `${name} verkaufte sich am besten, ${daily}`,
  offered: (count, text) => `${text} ${counted(count, "neues Produkt ist", "neue Produkte sind")} im Angebot`,
  chartCuts: "Gesenkte Preise",
  chartSelling: "Was sich am schnellsten verkauft",
  changeOfPrice: "Preisänderung",
  soldDaily: "Verkauft am Tag",
  subtitle: (what, span) => `${what}, ${span}`,
  alt: (what, span, gist) => `${what}, ${span}: ${ended(gist)}`,
};

export const sectionRankings: Translation<RankingsWords> = {
  title: "Rankings",
  none: "Live-Rankings",
  many: "Rankings",
  creator: "Ein Creator",
  topClimb: "Stärkster Aufstieg",
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
  nobody: "Niemand wurde in einem Ranking gesehen.",
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

export const sectionRecords: Translation<RecordsWords> = {
  title: "Profile & Zahlen",
  none: "Profile",
  many: "Profile",
  record: "ein Profil",
  rising: "Gestiegene Zahlen",
  fallen: (count) => `${count} gefallen`,
  highest: "Größter Anstieg",
  rises: "Größte Anstiege",
  falls: "Größte Rückgänge",
  milestones: "Meilensteine",
  texts: "Geänderte Texte",
  named: (name, field) => `${name}: ${field}`,
  nothing: "Keine Zahl hat sich geändert.",
  tooEarly: "Noch zu kurz beobachtet, um Zahlen zu vergleichen.",
  grewBy: (name, field, share) => `${name} legt bei ${field} um ${share} zu`,
  doubled: (name, field) => `${name} hat sich bei ${field} verdoppelt`,
  grewTimes: (name, field, times) => `${name} wächst bei ${field} auf das ${times}-Fache`,
  lost: (name, field, share) => `${name} verliert ${share} bei ${field}`,
  reached: (name, milestone, field) => `${name} hat ${milestone} ${field} erreicht`,
  chart: "Gewachsene Zahlen",
  subtitle: (span) => `Wachstum der Zahlen, ${span}`,
  alt: (span, which) => `Wachstum der Zahlen mit dem größten Anstieg, ${span}: ${ended(which)}`,
};

import { counting, type Translation } from "../../core/language.ts";
import { ended } from "../../core/text.ts";
import type { ProductsWords } from "../../sections/products/words/en.ts";

const counted = counting("de");

export const de: Translation<ProductsWords> = {
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
  nothingSold: "Nichts wurde verkauft.",
  noneFound: "Es wurden keine Produkte gefunden.",
  costsLess: (name, share, prices) => `${name} kostet ${share} weniger (${prices})`,
  soldTimes: (name, times, before) =>
    `${name} verkaufte sich ${times === 2 ? "doppelt" : `${times}-mal`} so gut wie ${before}`,
  soldMore: (name, share, before) => `${name} verkaufte sich ${share} besser als ${before}`,
  soldLess: (name, share, before) => `${name} verkaufte sich ${share} schlechter als ${before}`,
  soldBest: (name, daily) => `${name} verkaufte sich am besten, ${daily}`,
  offered: (count, text) => `${text} ${counted(count, "neues Produkt ist", "neue Produkte sind")} im Angebot`,
  chartCuts: "Gesenkte Preise",
  chartSelling: "Was sich am schnellsten verkauft",
  changeOfPrice: "Preisänderung",
  soldDaily: "Verkauft am Tag",
  subtitle: (what, span) => `${what}, ${span}`,
  alt: (what, span, gist) => `${what}, ${span}: ${ended(gist)}`,
};

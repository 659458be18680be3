import { counting, type Translation } from "../../core/language.ts";
import { ended } from "../../core/text.ts";
import type { HashtagsWords } from "../../sections/hashtags/words/en.ts";

const counted = counting("de");

export const de: Translation<HashtagsWords> = {
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

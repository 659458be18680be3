import { counting, type Translation } from "../../core/language.ts";
import { ended } from "../../core/text.ts";
import type { ListsWords } from "../../sections/lists/words/en.ts";

const counted = counting("de");

export const de: Translation<ListsWords> = {
  title: "Eintragslisten",
  none: "Eintragslisten",
  many: "Eintragslisten",
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

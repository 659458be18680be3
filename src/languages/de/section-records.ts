import type { Translation } from "../../core/language.ts";
import { ended } from "../../core/text.ts";
import type { RecordsWords } from "../../sections/records/words/en.ts";

export const de: Translation<RecordsWords> = {
  title: "Datensätze",
  none: "Datensätze",
  many: "Datensätze",
  record: "ein Datensatz",
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

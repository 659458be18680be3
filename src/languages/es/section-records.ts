import type { Translation } from "../../core/language.ts";
import type { RecordsWords } from "../../sections/records/words/en.ts";

export const es: Translation<RecordsWords> = {
  title: "Registros",
  none: "registros",
  many: "registros",
  record: "un registro",
  rising: "Cifras que suben",
  fallen: (count) => `${count} bajan`,
  highest: "Mayor subida",
  rises: "Mayores subidas",
  falls: "Mayores bajadas",
  milestones: "Hitos",
  texts: "Textos cambiados",
  named: (name, field) => `${name}: ${field}`,
  nothing: "Ninguna cifra cambió.",
  tooEarly: "Aún falta seguimiento para comparar cifras.",
  grewBy: (name, field, share) => `${name} creció un ${share} en ${field}`,
  doubled: (name, field) => `${name} se duplicó en ${field}`,
  grewTimes: (name, field, times) => `${name} se multiplicó por ${times} en ${field}`,
  lost: (name, field, share) => `${name} perdió un ${share} en ${field}`,
  reached: (name, milestone, field) => `${name} alcanzó ${milestone} ${field}`,
  chart: "Cifras que crecieron",
  subtitle: (span) => `Crecimiento de las cifras, ${span}`,
  alt: (span, which) => `Crecimiento de las cifras que más subieron, ${span}: ${which}.`,
};

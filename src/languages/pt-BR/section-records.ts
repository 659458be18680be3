import type { Translation } from "../../core/language.ts";
import type { RecordsWords } from "../../sections/records/words/en.ts";

export const ptBR: Translation<RecordsWords> = {
  title: "Registros",
  none: "registros",
  many: "registros",
  record: "um registro",
  rising: "Números em alta",
  fallen: (count) => `${count} em queda`,
  highest: "Maior alta",
  rises: "Maiores altas",
  falls: "Maiores quedas",
  milestones: "Marcos",
  texts: "Textos alterados",
  named: (name, field) => `${name}: ${field}`,
  nothing: "Nenhum número mudou.",
  tooEarly: "Ainda falta acompanhamento para comparar números.",
  grewBy: (name, field, share) => `${name} cresceu ${share} em ${field}`,
  doubled: (name, field) => `${name} dobrou em ${field}`,
  grewTimes: (name, field, times) => `${name} multiplicou por ${times} em ${field}`,
  lost: (name, field, share) => `${name} perdeu ${share} em ${field}`,
  reached: (name, milestone, field) => `${name} alcançou ${milestone} ${field}`,
  chart: "Números que cresceram",
  subtitle: (span) => `Crescimento dos números, ${span}`,
  alt: (span, which) => `Crescimento dos números que mais subiram, ${span}: ${which}.`,
};

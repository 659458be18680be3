import { counting, type Translation } from "../../core/language.ts";
import type { AirtimeWords } from "../../sections/airtime/words/en.ts";

const counted = counting("pt-BR");

export const ptBR: Translation<AirtimeWords> = {
  title: "Relatório de horas ao vivo",
  none: "criadores para um relatório de horas",
  many: "criadores do relatório",
  airtime: "Horas ao vivo",
  watchedThen: (change, count) => `${change}, entre os ${count} já acompanhados`,
  validDays: "Dias válidos",
  streams: (count, streams) => `${count} ${counted(streams, "live", "lives")}`,
  goals: "Metas atingidas",
  of: (count, all) => `${count} de ${all}`,
  notOnCourse: (count) => `${count} atrasadas ou perdidas`,
  observed: "Observado",
  rows: "Horas e dias válidos",
  standing: "Metas do mês",
  reached: "atingida",
  behind: "atrasada",
  missed: "perdida",
  unknown: "dados insuficientes",
  not_started: "começa depois",
  inTotal: (time) => `${time} ao vivo no total`,
  changed: (fact, change) => `${fact} (${change})`,
  noAirtime: "Nenhuma hora ao vivo foi vista.",
  unobserved: (share) => `Em ${share} do tempo não sabemos quem estava ao vivo, então o total real pode ser maior.`,
  whole: "O relatório completo",
  table: "Todas as linhas em CSV",
  creator: "Criador",
  change: "Mudança",
  streamsHead: "Lives",
  average: "Espectadores em média",
  peak: "Pico de espectadores",
  goal: "Meta",
  all: (count) => `${count} criadores no total`,
  method: (minutes, zone) =>
    `As horas são o tempo em que as verificações viram alguém ao vivo. O tempo não observado não conta. Um dia válido tem pelo menos ${minutes} min. Os dias são os de ${zone}.`,
  earlier: "Mês anterior",
  later: "Próximo mês",
  soFar: "até agora",
};

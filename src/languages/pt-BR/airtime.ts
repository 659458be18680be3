import { counting, type Translation } from "../../core/language.ts";
import type { AirtimeMethodWords } from "../../sections/airtime/method/words/en.ts";
import type { AirtimeWords } from "../../sections/airtime/words/en.ts";

const counted = counting("pt-BR");

export const sectionAirtime: Translation<AirtimeWords> = {
  title: "Relatório de horas ao vivo",
  none: "criadores para um relatório de horas",
  many: "criadores do relatório",
  airtime: "Horas ao vivo",
  watchedThen: (change, count) => `${change}, entre os ${count} já acompanhados`,
  validDays: "Dias válidos",
  streams: (count, streams) => `${count} ${counted(streams, "live", "lives")}`,
  goals: "Metas atingidas",
  of: (count, all) => `${count} de ${all}`,
  coverage: "Cobertura",
  notWatched: "sem acompanhamento",
  atLeast: (time) => `pelo menos ${time}`,
  rows: "Horas e dias válidos",
  standing: "Metas do mês",
  reached: "atingida",
  behind: "atrasada",
  out: "fora de alcance",
  open: "no ritmo",
  missed: "não atingida",
  unknown: "não dá para dizer",
  not_started: "ainda não conta",
  inTotal: (time) => `${time} ao vivo no total`,
  changed: (fact, change) => `${fact} (${change})`,
  noAirtime: "Nenhuma hora ao vivo foi vista.",
  whole: "O relatório completo",
  table: "Todas as linhas em CSV",
  creator: "Criador",
  change: "Mudança",
  streamsHead: "Lives",
  average: "Espectadores em média",
  peak: "Pico de espectadores",
  goal: "Meta",
  all: (creators, count) => `${count} ${counted(creators, "criador", "criadores")} no total`,
  hoursLive: "Horas ao vivo",
  bestRank: "Melhor posição",
  everybody: "Todos os criadores",
  back: "Voltar",
  ofHours: (done, all) => `${done} de ${all} h`,
  ofDays: (done, all, days) => `${done} de ${all} ${counted(days, "dia", "dias")}`,
  cityTime: (city) => `horário de ${city}`,
  earlier: "Mês anterior",
  later: "Próximo mês",
  soFar: "até agora",
};

export const sectionAirtimeMethod: Translation<AirtimeMethodWords> = {
  title: "Como estes números são calculados",
  period: (days, zone) => `Período: ${days}. Os dias vão de meia-noite a meia-noite em ${zone}.`,
  soFar: (at) => `O período não terminou: números de ${at}.`,
  watched: (share) => `Acompanhados ${share} do tempo.`,
  watchedSince: (share) => `Acompanhados ${share} do tempo desde que foram adicionados.`,
  watchedSome: (share, later, all) =>
    `Acompanhados ${share} do tempo desde que foram adicionados. ${later} de ${all} criadores foram adicionados depois.`,
  unknown: (time) =>
    `Em ${time} no total não se sabe se estavam ao vivo: esse tempo não conta, então as horas ao vivo podem ser até esse tanto mais.`,
  checks:
    "Uma live conta da primeira verificação que a viu ao vivo até a primeira que não a viu mais. Assim, cada início e cada fim é exato, a menos do tempo entre duas verificações.",
  exact: (time) => `No conjunto, o total tem precisão de ± ${time}.`,
  sheet: "Método",
  data: "Dados",
  column: "Coluna",
  unit: "Unidade",
  meaning: "Significado",
  units: {
    hoursMinutes: "horas e minutos",
    seconds: "segundos",
    days: "dias",
    number: "número",
    viewers: "espectadores",
    viewerHours: "espectadores × horas",
    viewerSeconds: "espectadores × segundos",
    percent: "por cento",
    share: "de 0 a 1",
    text: "texto",
  },
  columns: {
    name: "O criador, com o nome que tem na lista.",
    seconds: "Tempo do período em que as verificações viram o criador ao vivo. O tempo não observado fica de fora.",
    change:
      "Horas ao vivo menos as da mesma parte do período anterior. Vazio ou – se menos da metade de um dos dois é conhecida.",
    days: (zone) => `Dias em ${zone} com algum tempo ao vivo.`,
    validDays: (minutes) =>
      `Dias com pelo menos ${minutes} min ao vivo. De uma live que passa da meia-noite, cada dia recebe a sua parte.`,
    streams:
      "Lives que estavam no ar em algum momento do período. Uma queda curta não é um fim: a live continua depois dela.",
    averageViewers:
      "Os números de espectadores lidos durante as lives, ponderados pelo tempo. Vazio ou – se nenhum foi lido.",
    peakViewers: "O maior número de espectadores que uma verificação leu. Entre duas verificações pode ter sido maior.",
    viewerSeconds: "Cada número de espectadores multiplicado pelo tempo em que valeu, tudo somado.",
    bestPlaces: "O melhor lugar em cada ranking acompanhado para o criador. O 1 é o primeiro.",
    missedSlots:
      "Horários em que o criador começa com tanta regularidade que a falta se nota, e que passaram sem live embora ele fosse verificado. – se não houver nenhum.",
    longestRunDays: "O maior número de dias seguidos com algum tempo ao vivo.",
    coverage:
      "A parte de todo o período até agora em que se sabe se o criador estava ao vivo. O tempo antes de ele ser adicionado, sem verificação bem-sucedida ou em pausa não é conhecido. Vazio ou – se ele foi adicionado depois do período.",
    unknownSeconds: "O resto do período. As horas ao vivo podem ser até esse tanto mais.",
    watchedSince: "Quando o criador foi adicionado. O tempo anterior não é conhecido.",
    removed: "true se o criador foi excluído desde então.",
    uncertaintySeconds:
      "Quanto o tempo ao vivo pode variar porque as lives começam e terminam entre duas verificações: o maior entre o que pode faltar nos inícios e o que pode sobrar nos fins. Vazio ou – se essas verificações não foram guardadas.",
    goal: "A meta do mês do calendário em que o período termina: horas e dias válidos até agora, e como ela está. Valem o fuso horário e o dia válido da própria meta.",
  },
  signatures: "Assinaturas",
  agency: "Agência",
  client: "Cliente",
  signedName: "Nome",
  signedDate: "Data",
  signature: "Assinatura",
};

import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { RankingWords } from "../../kinds/ranking/words/en.ts";

export const ptBR: Translation<RankingWords> = {
  someone: "Alguém",
  ranking: "um ranking",
  titled: (title) => `“${title}”`,
  entered: {
    one: (name, ranking, place) => say`${name} entrou em ${ranking}${place === "" ? "" : ` em ${place}`}`,
    many: (ranking) => `entraram em ${ranking}`,
    heading: (ranking) => `Novos em ${ranking}`,
  },
  left: {
    one: (name, ranking) => say`${name} saiu de ${ranking}`,
    many: (ranking) => `saíram de ${ranking}`,
    heading: (ranking) => `Não estão mais em ${ranking}`,
  },
  moved: {
    one: (name, ranking) => say`${name} mudou de posição em ${ranking}`,
    many: (ranking) => `mudaram de posição em ${ranking}`,
    heading: (ranking) => `Mudanças em ${ranking}`,
  },
  up: {
    one: (name, ranking, move) => say`${name} subiu em ${ranking}: ${move}`,
    many: (ranking) => `subiram em ${ranking}`,
    heading: (ranking) => `Subiram em ${ranking}`,
  },
  down: {
    one: (name, ranking, move) => say`${name} caiu em ${ranking}: ${move}`,
    many: (ranking) => `caíram em ${ranking}`,
    heading: (ranking) => `Caíram em ${ranking}`,
  },
  leagueUp: {
    one: (name, how) => say`${name} subiu de liga: ${how}`,
    many: () => "subiram de liga",
    heading: () => "Subiram de liga",
  },
  leagueDown: {
    one: (name, how) => say`${name} caiu de liga: ${how}`,
    many: () => "caíram de liga",
    heading: () => "Caíram de liga",
  },
  finished: {
    one: (name, ranking, place) => say`${name} terminou ${ranking} em ${place}`,
    many: (ranking) => `terminaram ${ranking}`,
    heading: (ranking) => `Resultado final de ${ranking}`,
  },
  wasOff: {
    one: (name, ranking) => say`${name} estava fora de ${ranking} no encerramento`,
    many: (ranking) => `estavam fora de ${ranking} no encerramento`,
    heading: (ranking) => `Fora de ${ranking} no encerramento`,
  },
  closing: {
    one: (name, ranking, place) => say`${name} está em ${place} em ${ranking}`,
    many: (ranking) => `estão nos últimos minutos de ${ranking}`,
    heading: (ranking) => `Últimos minutos de ${ranking}`,
  },
  lastAt: (place) => `Última posição: ${place}º`,
  lastSeen: (place) => `Visto pela última vez em ${place}`,
  best: (place) => `Melhor posição: ${place}º`,
  timeLeft: (duration) => `Faltam ${duration}`,
  periodEnded: (when) => say`Período encerrado ${when}`,
  nowFirst: "Agora em primeiro lugar",
  noLongerFirst: "Não está mais em primeiro lugar",
  into: (max) => `Entrou no top ${max}`,
  outOf: (max) => `Saiu do top ${max}`,
  toGo: "Falta",
  resets: "Reinicia",
  profile: "Perfil",
};

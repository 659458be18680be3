import type { ChannelWords } from "../../channels/words/en.ts";
import { counting, type Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { BoardWords } from "../../features/boards/message/words/en.ts";
import type { DigestWords } from "../../features/digests/message/words/en.ts";
import type { UpstreamWords } from "../../kinds/upstream-words/en.ts";

export const board: Translation<BoardWords> = {
  onAir: (count) => `${count} ao vivo`,
  nobody: "Ninguém está ao vivo",
  nobodyKnown: "Ninguém ao vivo, até onde sabemos",
  unknown: (count) => `${count} sem confirmação`,
  unknownSince: (when) => say`sem confirmação desde ${when}, ao vivo até então`,
  blind: "Não se sabe quem está ao vivo",
  since: (when) => say`desde ${when}`,
  sinceAtLeast: (when) => say`pelo menos desde ${when}`,
  blindSince: (when) => say`Não se sabe desde ${when}. O último estado conhecido:`,
  more: (count) => `e mais ${count}`,
  moreThan: (count) => `e mais de ${count} outros`,
  checked: (when) => say`Verificado ${when}`,
  placeholder: "Esta mensagem, ou uma mais recente, mostra quem está ao vivo.",
  over: "Este painel não é mais atualizado.",
};

const counted = counting("pt-BR");

export const channels: Translation<ChannelWords> = {
  update: "Novidade",
  moreUpdates: (count) => `mais ${count} ${counted(count, "novidade", "novidades")}`,
  more: (count) => `mais ${count}`,
  left: (count) => `+${count} outros`,
  did: (names, did) => `${names} ${did}`,
  comma: ", ",
  colon: ": ",
  inPicture: (legend) => `Na imagem: ${legend}`,
  digest: "Resumo",
  picture: "Imagem",
  moment: "{date_short_pretty} às {time}",
  pictureOf: (name) => `Foto de ${name}`,
  coverOf: (name) => `Capa da live de ${name}`,
  unsubscribe: "Cancelar inscrição",
};

export const digest: Translation<DigestWords> = {
  quiet: (period) =>
    `${{ day: "Um dia tranquilo", week: "Uma semana tranquila", month: "Um mês tranquilo", period: "Um período tranquilo" }[period]}: nada chamou atenção.`,
  headline: (facts) => `${facts.join("; ")}.`,
  passedOver: (count) => `${count} ${counted(count, "anterior foi pulado", "anteriores foram pulados")}`,
  those: (titles, note) => `${titles.join(", ")}: ${note}`,
};

export const upstream: Translation<UpstreamWords> = {
  drifted: (operation, path) =>
    `A maioria das respostas de ${operation} não pode mais ser lida${path === "" ? "" : ` (em ${path})`}. Compare uma (POST /v1/upstream/probe) com os ponteiros em UPSTREAM_OPERATIONS.`,
  incomplete: {
    title: "A maioria dos itens de uma lista sumiu de uma vez",
    next: "Não é preciso fazer nada: eles só contam como removidos se outras respostas confirmarem. Se acontecer de novo, verifique o serviço.",
    over: "As respostas sobre uma lista voltaram a coincidir",
  },
  refused: (operation, status, limited) =>
    limited
      ? `O serviço consultado limita ${operation} (${status})`
      : `O serviço consultado recusa ${operation} (${status})`,
  refusedNext: (limited) =>
    limited
      ? "Não é preciso fazer nada: estas consultas esperam o tempo que o serviço pedir. Todo o resto é consultado normalmente."
      : "Todo o resto é consultado normalmente. Confira se sua conta pode usar esta operação. Até lá há uma tentativa cautelosa a cada dez minutos.",
  refusedOver: (operation) => `O serviço consultado voltou a responder a ${operation}`,
};

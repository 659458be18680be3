import type { Translation } from "../../core/language.ts";
import type { UpstreamWords } from "../../kinds/upstream-words/en.ts";

export const ptBR: Translation<UpstreamWords> = {
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

import type { Translation } from "../../core/language.ts";
import type { UpstreamWords } from "../../kinds/upstream-words/en.ts";

export const fr: Translation<UpstreamWords> = {
  drifted: (operation, path) =>
    `La plupart des réponses de ${operation} ne sont plus lisibles${path === "" ? "" : ` (à ${path})`}. Comparez-en une (POST /v1/upstream/probe) à ses pointeurs dans UPSTREAM_OPERATIONS.`,
  incomplete: {
    title: "La plupart des éléments d’une liste manquent d’un coup",
    next: "Rien à faire : ils ne sont considérés comme disparus que si d’autres réponses le confirment. Si cela se répète, vérifiez le service.",
    over: "Les réponses sur une liste concordent de nouveau",
  },
  refused: (operation, status, limited) =>
    limited
      ? `Le service interrogé limite ${operation} (${status})`
      : `Le service interrogé refuse ${operation} (${status})`,
  refusedNext: (limited) =>
    limited
      ? "Rien à faire : ces interrogations attendent le temps demandé par le service. Tout le reste est interrogé comme d’habitude."
      : "Tout le reste est interrogé comme d’habitude. Vérifiez que votre compte a droit à cette opération. D’ici là, une tentative prudente a lieu toutes les dix minutes.",
  refusedOver: (operation) => `Le service interrogé répond de nouveau à ${operation}`,
};

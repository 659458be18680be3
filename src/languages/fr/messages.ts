import type { ChannelWords } from "../../channels/words/en.ts";
import { counting, type Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { BoardWords } from "../../features/boards/message/words/en.ts";
import type { DigestWords } from "../../features/digests/message/words/en.ts";
import type { UpstreamWords } from "../../kinds/upstream-words/en.ts";

export const board: Translation<BoardWords> = {
  onAir: (count) => `${count} en direct`,
  nobody: "Personne n’est en direct",
  nobodyKnown: "Personne en direct, à notre connaissance",
  unknown: (count) => (count === 1 ? "1 inconnu" : `${count} inconnus`),
  unknownSince: (when) => say`inconnu depuis ${when}, en direct jusque-là`,
  blind: "On ne sait pas qui est en direct",
  since: (when) => say`depuis ${when}`,
  sinceAtLeast: (when) => say`au moins depuis ${when}`,
  blindSince: (when) => say`Inconnu depuis ${when}. Dernier état connu :`,
  more: (count) => `et ${count} de plus`,
  moreThan: (count) => `et plus de ${count} autres`,
  checked: (when) => say`Vérifié ${when}`,
  placeholder: "Ce message, ou un plus récent, indique qui est en direct.",
  over: "Ce tableau n’est plus tenu à jour.",
};

const counted = counting("fr");

export const channels: Translation<ChannelWords> = {
  update: "Nouveauté",
  moreUpdates: (count) => `${count} ${counted(count, "autre nouveauté", "autres nouveautés")}`,
  more: (count) => `${count} de plus`,
  left: (count) => `+${count} de plus`,
  did: (names, did) => `${names} ${did}`,
  comma: ", ",
  colon: " : ",
  inPicture: (legend) => `Dans l’image : ${legend}`,
  digest: "Récapitulatif",
  picture: "Image",
  moment: "{date_short_pretty} à {time}",
  pictureOf: (name) => `Photo de ${name}`,
  coverOf: (name) => `Couverture du direct de ${name}`,
  unsubscribe: "Se désabonner",
};

export const digest: Translation<DigestWords> = {
  quiet: (period) =>
    `${{ day: "Une journée calme", week: "Une semaine calme", month: "Un mois calme", period: "Une période calme" }[period]} : rien ne s’est démarqué.`,
  headline: (facts) => `${facts.join(" ; ")}.`,
  passedOver: (count) => `${count} ${counted(count, "précédent a été sauté", "précédents ont été sautés")}`,
  those: (titles, note) => `${titles.join(", ")} : ${note}`,
};

export const upstream: Translation<UpstreamWords> = {
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

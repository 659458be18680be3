import type { ChannelWords } from "../../channels/words/en.ts";
import type { FaultKind } from "../../core/fault.ts";
import { counting, type Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { BoardWords } from "../../features/boards/message/words/en.ts";
import type { DigestWords } from "../../features/digests/message/words/en.ts";
import type { OperatorWords } from "../../kinds/operator-words/en.ts";
import type { UpstreamWords } from "../../kinds/upstream-words/en.ts";

const faults: Record<FaultKind, string> = {
  throttled: "le service a demandé moins d’appels",
  unreachable: "le service était injoignable",
  refused: "le service a refusé",
  gone: "la cible n’existe plus",
  malformed: "la réponse n’était pas lisible",
  unreadable: "un nombre n’est plus lisible",
  bug: "une erreur de Tallylight",
};

export const operator: Translation<OperatorWords> = {
  target: "Une cible",
  failing: {
    one: (name) => say`Impossible d’interroger ${name}`,
    many: () => "ne peuvent pas être interrogés",
    heading: () => "Interrogation impossible",
  },
  failed: (count, fault, step) => `${count} tentatives de suite ont échoué ; la dernière : ${fault}. ${step}`.trim(),
  recovered: {
    one: (name) => say`${name} peut de nouveau être interrogé`,
    many: () => "peuvent de nouveau être interrogés",
    heading: () => "De nouveau interrogés",
  },
  unknownVerdict: {
    one: (name) => say`Impossible de savoir si ${name} est en direct`,
    many: () => "sans statut clair",
    heading: () => "Sans statut clair",
  },
  unknownNext: "Les vérifications ne le disent plus depuis trop longtemps. La page du créateur montre pourquoi.",
  knownVerdict: {
    one: (name) => say`On sait de nouveau si ${name} est en direct`,
    many: () => "ont de nouveau un statut clair",
    heading: () => "Statut de nouveau clair",
  },
  unknownData: {
    one: (name) => say`Aucune donnée récente pour ${name}`,
    many: () => "sans données récentes",
    heading: () => "Sans données récentes",
  },
  unknownDataNext: "Les vérifications ne donnent plus de réponse valable depuis trop longtemps.",
  knownData: {
    one: (name) => say`De nouveau des données récentes pour ${name}`,
    many: () => "de nouveau avec des données récentes",
    heading: () => "De nouveau des données récentes",
  },
  after: (count) => `Après ${count} tentatives infructueuses`,
  fault: ({ kind, where }) => `${faults[kind]}${where}`,
  steps: {
    throttled: "Interrogez-la moins souvent.",
    unreachable: "Vérifiez que le service interrogé est joignable.",
    refused: "Vérifiez ses identifiants et les droits du compte.",
    gone: "Vérifiez que ses identifiants sont justes.",
    malformed: "Testez la connexion sous « Premiers pas » : le service a peut-être changé ses réponses.",
    unreadable: "Le service ne l’envoie peut-être plus, ou l’a déplacé dans ses réponses.",
    bug: "Le journal en dit plus ; merci de nous le signaler.",
  },
  disabled: (channel) => `Le canal ${channel} a été désactivé`,
  revive: () =>
    "Sa destination n’accepte plus rien. Saisissez une nouvelle adresse sous « Canaux » et réactivez-le, puis envoyez sous « Messages » ce qu’il a manqué.",
  channelFailing: (channel) => `Les messages vers ${channel} n’arrivent pas`,
  channelSays: (reason, fix, waiting) => `Dernière erreur : « ${reason} ». ${fix} En attente : ${waiting}.`,
  channelRecovered: (channel) => `Les messages vers ${channel} arrivent de nouveau`,
  channelSends: (waiting) => `Les messages en attente partent maintenant : ${waiting}.`,
  fixes: {
    allow: "Autorisez Tallylight à y publier : vérifiez ses droits et qu’il est membre du canal.",
    token: "Donnez au canal un nouveau jeton de bot.",
    thread:
      "Donnez au canal l’identifiant d’un fil ou le webhook d’un salon textuel : un forum n’accepte les messages que dans un fil.",
    address: "Vérifiez l’adresse du canal : la destination la refuse.",
    open: "Rouvrez-y le fil ou le sujet, ou faites de la place dans le forum. Sinon, indiquez un autre fil.",
    refused:
      "La destination n’accepte pas le message. Corrigez ce qu’elle signale : le message attend et de nouvelles tentatives ont lieu d’ici là.",
    key: "Rajoutez la clé qui a chiffré les réglages, ou saisissez-les de nouveau.",
    message:
      "Envoyez un message de test. Les messages refusés ne repartent pas d’eux-mêmes : renvoyez-les dès qu’un test arrive.",
    limit:
      "Rien à faire : l’envoi reprend dès que la destination le permet. Si cela dure, envoyez-y moins de messages.",
    wait: "Une nouvelle tentative a lieu au moins toutes les dix minutes. Si cela dure, vérifiez l’adresse et le récepteur.",
  },
  changed: (channel) => `Le canal ${channel} a une nouvelle destination`,
  changedBy: (token) =>
    `Sa destination a été changée par ${token}. Si personne chez vous ne l’a fait, supprimez ce jeton et remettez l’adresse.`,
  standing: (_detail, next) => next ?? "",
  lasted: (duration) => `Le problème a duré ${duration}`,
  hello: (channel) => `Bonjour de Tallylight, ${channel}`,
  test: "Ceci est un test : les messages de Tallylight arrivent ici.",
  unknown: {
    title: "Tallylight ne va pas bien",
    next: "La page « Maintenant » dit quoi faire.",
    over: "Tallylight va de nouveau bien",
  },
  troubles: {
    tick_ahead: {
      title: "Le dernier cycle est en avance sur l’horloge",
      next: "Remettez l’horloge à l’heure ou attendez : d’ici là aucun cycle ne compte.",
      over: "L’horloge a rattrapé les cycles",
    },
    no_ticks: {
      title: "Des cycles ont manqué",
      next: "Sans cycle, rien n’est interrogé. Vérifiez que le déclencheur cron est toujours là.",
      over: "Les cycles sont de retour",
    },
    tick_failed: {
      title: "Les cycles échouent",
      next: "Le journal dit pourquoi.",
      over: "Les cycles aboutissent de nouveau",
    },
    no_polls: {
      title: "Rien n’est interrogé",
      next: "Consultez le journal et vérifiez que la file « polls » a son consommateur.",
      over: "Les cibles sont de nouveau interrogées",
    },
    batches_lost: {
      title: "Des interrogations se perdent sans cesse",
      next: "Le temps de calcul manque peut-être. Consultez le journal ; l’offre payante en donne plus.",
      over: "Plus aucune interrogation ne se perd",
    },
    queue_refused: {
      title: "La file n’accepte plus de messages",
      next: "L’offre gratuite donne 10 000 opérations par jour : en attendant, chaque cycle interroge seul ce qu’il peut.",
      over: "La file accepte de nouveau des messages",
    },
    database_quota: {
      title: "Les lignes de base de données du jour sont presque épuisées",
      next: "Fermez les onglets inutilisés, interrogez moins souvent ou passez à l’offre payante de Cloudflare : une fois épuisées, plus rien n’est interrogé avant minuit UTC.",
      over: "La base de données a de nouveau des lignes",
    },
    not_connected: {
      title: "Aucun service n’est connecté",
      next: "Indiquez l’adresse et les identifiants du service.",
      over: "Un service est connecté",
    },
    budget_exceeded: {
      title: "Trop peu d’appels par minute",
      next: "Autorisez plus d’appels par minute dans les paramètres, ou vérifiez moins souvent.",
      over: "Les appels par minute suffisent de nouveau",
    },
    behind: {
      title: "Les interrogations prennent du retard",
      next: "Regardez combien de temps le service met à répondre et s’il reste du temps processeur à la machine ; sinon, interrogez moins souvent.",
      over: "Les interrogations sont de nouveau à l’heure",
    },
    upstream_unauthorized: {
      title: "Le service interrogé refuse les identifiants",
      next: "Corrigez la clé ou le mot de passe dans Premiers pas ou dans l’environnement. D’ici là, une tentative prudente a lieu toutes les dix minutes.",
      over: "Le service interrogé accepte de nouveau les identifiants",
    },
    upstream_key_expired: {
      title: "La clé du compte a expiré",
      next: "Renouvelez-la auprès du service. D’ici là, une tentative prudente a lieu toutes les dix minutes.",
      over: "La clé du compte est de nouveau valable",
    },
    upstream_throttled: {
      title: "Le service interrogé demande moins d’appels",
      next: "Rien à faire : l’interrogation attend, puis reprend peu à peu. Si cela se répète, baissez UPSTREAM_POLLS_PER_MINUTE.",
      over: "Le service interrogé peut de nouveau être appelé",
    },
    upstream_refused: {
      title: "Le service interrogé refuse une opération",
      next: "Tout le reste est interrogé comme d’habitude.",
      over: "Le service interrogé répond de nouveau à toutes les opérations",
    },
    upstream_failing: {
      title: "Toutes les interrogations échouent",
      next: "Vérifiez UPSTREAM_BASE_URL et les chemins des opérations.",
      over: "Les interrogations aboutissent de nouveau",
    },
    upstream_drifted: {
      title: "Le service interrogé répond sous une autre forme",
      next: "Testez la connexion sous « Premiers pas » et choisissez de nouveau la valeur qui signifie « en direct ».",
      over: "Les réponses du service sont de nouveau lisibles",
    },
    upstream_suspect: {
      title: "Trop de créateurs ont basculé à la fois",
      next: "Rien à faire : ces changements attendent que la prochaine interrogation les confirme. Si cela se répète, vérifiez le service.",
      over: "Les créateurs ne basculent plus tous à la fois",
    },
    upstream_unknown: {
      title: "Impossible de savoir qui est en direct",
      next: "Testez la connexion sous « Premiers pas » avec quelqu’un qui est en direct maintenant et choisissez de nouveau la valeur qui signifie « en direct ».",
      over: "On sait de nouveau qui est en direct",
    },
    account_key_lost: {
      title: "La clé du compte du service est perdue",
      next: "Rajoutez la clé qui a chiffré le compte, ou saisissez-le de nouveau.",
      over: "La clé du compte du service est de retour",
    },
    channel_key_lost: {
      title: "La clé d’un canal est perdue",
      next: "Rajoutez la clé qui a chiffré les réglages, ou saisissez-les de nouveau.",
      over: "Les clés de tous les canaux sont de retour",
    },
    channel_failing: {
      title: "Les messages vers un canal n’arrivent pas",
      next: "Ouvrez « Canaux » pour voir lequel et que faire.",
      over: "Les messages arrivent de nouveau dans tous les canaux",
    },
  },
};

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
  rest: "Voir le reste",
};

export const upstream: Translation<UpstreamWords> = {
  drifted: (operation, path) =>
    `La plupart des réponses de ${operation} ne sont plus lisibles${path === "" ? "" : ` (à ${path})`}. Testez la connexion sous « Premiers pas » ou corrigez UPSTREAM_OPERATIONS.`,
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

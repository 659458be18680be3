import type { ChannelWords } from "../../channels/words/en.ts";
import { counting, type Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { BoardWords } from "../../features/boards/message/words/en.ts";
import type { DigestWords } from "../../features/digests/message/words/en.ts";
import type { UpstreamWords } from "../../kinds/upstream-words/en.ts";

export const board: Translation<BoardWords> = {
  onAir: (count) => `${count} en directo`,
  nobody: "Nadie está en directo",
  nobodyKnown: "Nadie en directo, que sepamos",
  unknown: (count) => `${count} sin confirmar`,
  unknownSince: (when) => say`sin confirmar desde ${when}, en directo hasta entonces`,
  blind: "No se sabe quién está en directo",
  since: (when) => say`desde ${when}`,
  sinceAtLeast: (when) => say`al menos desde ${when}`,
  blindSince: (when) => say`No se sabe desde ${when}. Lo último que se supo:`,
  more: (count) => `y ${count} más`,
  moreThan: (count) => `y más de ${count} más`,
  checked: (when) => say`Comprobado ${when}`,
  placeholder: "Este mensaje, o uno más reciente, muestra quién está en directo.",
  over: "Este tablón ya no se actualiza.",
};

const counted = counting("es");

export const channels: Translation<ChannelWords> = {
  update: "Novedad",
  moreUpdates: (count) => `${count} ${counted(count, "novedad más", "novedades más")}`,
  more: (count) => `${count} más`,
  left: (count) => `+${count} más`,
  did: (names, did) => `${names} ${did}`,
  comma: ", ",
  colon: ": ",
  inPicture: (legend) => `En la imagen: ${legend}`,
  digest: "Resumen",
  picture: "Imagen",
  moment: "{date_short_pretty} a las {time}",
  pictureOf: (name) => `Foto de ${name}`,
  coverOf: (name) => `Portada del directo de ${name}`,
  unsubscribe: "Cancelar la suscripción",
};

export const digest: Translation<DigestWords> = {
  quiet: (period) =>
    `${{ day: "Un día tranquilo", week: "Una semana tranquila", month: "Un mes tranquilo", period: "Un periodo tranquilo" }[period]}: nada destacó.`,
  headline: (facts) => `${facts.join("; ")}.`,
  passedOver: (count) =>
    `se ${counted(count, "omitió", "omitieron")} ${count} ${counted(count, "anterior", "anteriores")}`,
  those: (titles, note) => `${titles.join(", ")}: ${note}`,
};

export const upstream: Translation<UpstreamWords> = {
  drifted: (operation, path) =>
    `La mayoría de las respuestas de ${operation} ya no se entienden${path === "" ? "" : ` (en ${path})`}. Compara una (POST /v1/upstream/probe) con sus punteros en UPSTREAM_OPERATIONS.`,
  incomplete: {
    title: "En una lista faltan de golpe la mayoría de los elementos",
    next: "No hay que hacer nada: solo se dan por desaparecidos si más respuestas lo confirman. Si se repite, revisa el servicio.",
    over: "Las respuestas sobre una lista vuelven a coincidir",
  },
  refused: (operation, status, limited) =>
    limited
      ? `El servicio consultado limita ${operation} (${status})`
      : `El servicio consultado rechaza ${operation} (${status})`,
  refusedNext: (limited) =>
    limited
      ? "No hay que hacer nada: estas consultas esperan lo que pida el servicio. Todo lo demás se consulta como siempre."
      : "Todo lo demás se consulta como siempre. Comprueba que tu cuenta pueda usar esta operación. Hasta entonces se hace un intento prudente cada diez minutos.",
  refusedOver: (operation) => `El servicio consultado vuelve a responder a ${operation}`,
};

import { counting, type Translation } from "../../core/language.ts";
import type { ChannelWords } from "../../channels/words/en.ts";

const counted = counting("es");

export const es: Translation<ChannelWords> = {
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

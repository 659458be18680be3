import { counting, type Translation } from "../../core/language.ts";
import type { ChannelWords } from "../../channels/words/en.ts";

const counted = counting("fr");

export const fr: Translation<ChannelWords> = {
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

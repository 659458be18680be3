import { counting, type Translation } from "../../core/language.ts";
import type { ChannelWords } from "../../channels/words/en.ts";

const counted = counting("pt-BR");

export const ptBR: Translation<ChannelWords> = {
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

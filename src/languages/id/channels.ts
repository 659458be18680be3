import type { Translation } from "../../core/language.ts";
import type { ChannelWords } from "../../channels/words/en.ts";

export const id: Translation<ChannelWords> = {
  update: "Kabar",
  moreUpdates: (count) => `${count} kabar lainnya`,
  more: (count) => `${count} lainnya`,
  left: (count) => `+${count} lainnya`,
  did: (names, did) => `${names} ${did}`,
  comma: ", ",
  colon: ": ",
  inPicture: (legend) => `Di gambar: ${legend}`,
  digest: "Rangkuman",
  picture: "Gambar",
  moment: "{date_short_pretty} pukul {time}",
  pictureOf: (name) => `Foto ${name}`,
  coverOf: (name) => `Sampul siaran ${name}`,
  unsubscribe: "Berhenti berlangganan",
};

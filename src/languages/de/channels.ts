import { counting, type Translation } from "../../core/language.ts";
import type { ChannelWords } from "../../channels/words/en.ts";

const counted = counting("de");

export const de: Translation<ChannelWords> = {
  update: "Neuigkeit",
  moreUpdates: (count) => `${count} ${counted(count, "weitere Neuigkeit", "weitere Neuigkeiten")}`,
  more: (count) => `${count} weitere`,
  left: (count) => `+${count} weitere`,
  did: (names, did) => `${names} ${did}`,
  comma: ", ",
  colon: ": ",
  inPicture: (legend) => `Im Bild: ${legend}`,
  digest: "Übersicht",
  picture: "Bild",
  moment: "{date_short_pretty} um {time}",
  pictureOf: (name) => `Bild von ${name}`,
  coverOf: (name) => `Titelbild des Streams von ${name}`,
  unsubscribe: "Abmelden",
};

import { counting } from "../../core/language.ts";
import type { ChannelWords } from "./en.ts";

const counted = counting("de");

export const de: ChannelWords = {
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
};

import { counting } from "../../core/language.ts";

const counted = counting("en");

/** What channels say themselves, around what they are given. */
export const en = {
  update: "Update",
  /** After a title: how many others there are. */
  moreUpdates: (count: number) => `${count} more ${counted(count, "update", "updates")}`,
  /** After names: how many others did the same. */
  more: (count: number) => `${count} more`,
  /** After a list: how many are not in it. */
  left: (count: number) => `+${count} more`,
  did: (names: string, did: string) => `${names} ${did}`,
  comma: ", ",
  /** Between a label and what it is of. */
  colon: ": ",
  inPicture: (legend: string) => `In the chart: ${legend}`,
  digest: "Digest",
  picture: "Picture",
  /** Slack's placeholders, which it fills in the reader's own language. */
  moment: "{date_short_pretty} at {time}",
  pictureOf: (name: string) => `Picture of ${name}`,
  coverOf: (name: string) => `Cover of the stream of ${name}`,
};

export type ChannelWords = typeof en;

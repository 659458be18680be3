import { counting } from "../../core/language.ts";

const counted = counting("en");

/** Wording of channels themselves, around the content of messages. */
export const en = {
  update: "Update",
  /** Follows a title: the number of other updates. */
  moreUpdates: (count: number) => `${count} more ${counted(count, "update", "updates")}`,
  /** Follows names: the number of others with the same event. */
  more: (count: number) => `${count} more`,
  /** Follows a list: the number of items that are left out. */
  left: (count: number) => `+${count} more`,
  did: (names: string, did: string) => `${names} ${did}`,
  comma: ", ",
  /** Between a label and its value. */
  colon: ": ",
  inPicture: (legend: string) => `In the chart: ${legend}`,
  digest: "Digest",
  picture: "Picture",
  /** Slack's placeholders, which it fills in in the reader's language. */
  moment: "{date_short_pretty} at {time}",
  pictureOf: (name: string) => `Picture of ${name}`,
  coverOf: (name: string) => `Cover of the stream of ${name}`,
  /** Names where recipients stop emails. */
  unsubscribe: "Unsubscribe",
};

export type ChannelWords = typeof en;

import type { Translation } from "../../core/language.ts";
import type { ChannelWords } from "../../channels/words/en.ts";

export const vi: Translation<ChannelWords> = {
  update: "Tin mới",
  moreUpdates: (count) => `${count} tin khác`,
  more: (count) => `${count} mục khác`,
  left: (count) => `+${count} mục khác`,
  did: (names, did) => `${names} ${did}`,
  comma: ", ",
  colon: ": ",
  inPicture: (legend) => `Trong ảnh: ${legend}`,
  digest: "Bản tổng hợp",
  picture: "Ảnh",
  moment: "{date_short_pretty} lúc {time}",
  pictureOf: (name) => `Ảnh của ${name}`,
  coverOf: (name) => `Ảnh bìa buổi phát trực tiếp của ${name}`,
  unsubscribe: "Hủy đăng ký",
};

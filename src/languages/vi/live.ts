import type { Translation } from "../../core/language.ts";
import { shortNumber } from "../../core/numbers-as-text.ts";
import { say } from "../../core/say.ts";
import type { LiveWords } from "../../targets/live/words/en.ts";

export const vi: Translation<LiveWords> = {
  someone: "Ai đó",
  is: {
    one: (name) => say`${name} đang phát trực tiếp`,
    many: () => "đang phát trực tiếp",
    heading: () => "Đang phát trực tiếp",
  },
  was: {
    one: (name) => say`${name} vừa phát trực tiếp`,
    many: () => "vừa phát trực tiếp",
    heading: () => "Vừa phát trực tiếp",
  },
  ended: {
    one: (name) => say`${name} đã ngừng phát trực tiếp`,
    many: () => "đã ngừng phát trực tiếp",
    heading: () => "Đã ngừng phát trực tiếp",
  },
  missing: {
    one: (name) => say`${name} không phát trực tiếp vào giờ thường lệ`,
    many: () => "không phát trực tiếp vào giờ thường lệ",
    heading: () => "Không phát vào giờ thường lệ",
  },
  expected: (when) => say`Dự kiến ${when}`,
  sure: (percent) => `độ chắc chắn ${percent}`,
  began: (when) => say`Bắt đầu ${when}`,
  seen: (when) => say`Đã phát trực tiếp từ trước, thấy lúc ${when}`,
  streamed: (duration) => `Đã phát trong ${duration}`,
  endedAt: (when) => say`kết thúc ${when}`,
  viewers: (count) => `${shortNumber("vi", count)} người xem`,
  peak: (viewers) => `cao nhất ${viewers}`,
  isNow: (name, handle) => say`${name} giờ là @${handle}`,
  renamed: (name) => say`${name} đã đổi tên người dùng`,
  wasCalled: (handle) => `Trước đây là @${handle}`,
  watch: "Xem",
};

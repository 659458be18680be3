import type { Translation } from "../../core/language.ts";
import { shortNumber } from "../../core/numbers-as-text.ts";
import { say } from "../../core/sentence.ts";
import type { LiveWords } from "../../kinds/live/words/en.ts";

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
  streamedAtLeast: (duration) => `Đã phát ít nhất ${duration}`,
  endedAt: (when) => say`kết thúc ${when}`,
  lastSeen: (when) => say`Lần cuối thấy phát trực tiếp ${when}`,
  unwatched: {
    removed: () => say`không còn được theo dõi`,
    paused: (when) => say`đã tạm dừng kiểm tra ${when}`,
  },
  viewers: (count) => `${shortNumber("vi", count)} người xem`,
  peak: (viewers) => `cao nhất ${viewers}`,
  isNow: (name, handle) => say`${name} giờ là @${handle}`,
  renamed: (name) => say`${name} đã đổi tên người dùng`,
  wasCalled: (handle) => `Trước đây là @${handle}`,
  watch: "Xem",
  goal: {
    behind: {
      one: (name) => say`${name} đang chậm so với mục tiêu tháng`,
      many: () => "đang chậm so với mục tiêu tháng",
      heading: () => "Chậm so với mục tiêu tháng",
    },
    reached: {
      one: (name) => say`${name} đã đạt mục tiêu tháng`,
      many: () => "đã đạt mục tiêu tháng",
      heading: () => "Đã đạt mục tiêu tháng",
    },
    hours: (done, wanted) => `${done}/${wanted} giờ`,
    validDays: (done, wanted) => `${done}/${wanted} ngày hợp lệ`,
    inMonth: (done, month) => (month === "" ? done : `${done} trong ${month}`),
    needs: (length, days) => `cần ${length} mỗi ngày trong ${days} ngày nữa`,
    tooLate: "không thể đạt được trong tháng này nữa",
    watched: (percent) => `đã theo dõi ${percent} của tháng tính đến nay`,
  },
};

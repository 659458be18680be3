import type { Translation } from "../../core/language.ts";
import type { SectionWords } from "../../sections/words/en.ts";

export const vi: Translation<SectionWords> = {
  periods: {
    day: { before: "ngày trước đó", against: "so với ngày trước đó", whole: "cả ngày" },
    week: { before: "tuần trước đó", against: "so với tuần trước đó", whole: "cả tuần" },
    month: { before: "tháng trước đó", against: "so với tháng trước đó", whole: "cả tháng" },
    period: { before: "kỳ trước đó", against: "so với kỳ trước đó", whole: "cả kỳ" },
  },
  changed: (change, against) => `${change} ${against}`,
  space: " ",
  asMuch: (before) => `bằng ${before}`,
  noneWatched: (none) => `Không có ${none} nào được theo dõi.`,
  nothingRead: "Chưa đọc được gì.",
  unread: (count, targets, many) => `${count} trong ${targets} ${many} chưa đọc được gì.`,
  partly: (count, targets, many, whole) => `${count} trong ${targets} ${many} không được theo dõi suốt ${whole}.`,
  watchedFor: (many, part, atMost) => `Thời gian theo dõi ${many}: ${atMost ? "tối đa " : ""}${part}.`,
  days: (part, whole) => `${part} trong ${whole} ngày`,
  ofDays: (part, whole) => `${part} trong ${whole} ngày`,
  ofTime: (part, whole) => `${part} trong ${whole}`,
};

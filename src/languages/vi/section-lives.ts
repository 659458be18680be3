import type { Translation } from "../../core/language.ts";
import type { LivesWords } from "../../sections/lives/words/en.ts";

export const vi: Translation<LivesWords> = {
  title: "Phát trực tiếp",
  none: "nhà sáng tạo",
  many: "nhà sáng tạo",
  creator: "Một nhà sáng tạo",
  airtime: "Thời lượng phát",
  wereLive: "Đã phát",
  of: (count, all) => `${count} trong ${all}`,
  onAirAtEnd: (count) => `${count} đang phát lúc cuối kỳ`,
  pace: (month) => `Dự kiến ${month}`,
  soFar: (time) => `đến nay ${time}`,
  longest: "Buổi phát dài nhất",
  sessions: "Số buổi phát",
  average: (time) => `trung bình ${time}`,
  watchedThen: (change, count) => `${change}, tính trên ${count} người đã được theo dõi`,
  most: "Phát nhiều nhất",
  changes: "Thay đổi lớn nhất",
  days: (count) => `${count} ngày`,
  nobody: "Không ai phát trực tiếp.",
  tooEarly: (before, month) => {
    const unknown = [
      ...(before === null ? [] : [`so thời lượng phát với ${before}`]),
      ...(month === null ? [] : [`dự kiến cho ${month}`]),
    ];
    return `Theo dõi chưa đủ lâu để ${unknown.join(" hoặc ")}.`;
  },
  together: (count) => `${count} nhà sáng tạo cộng lại`,
  notOnAir: ({ who }, time, before) => `${who} không phát, trong khi ${before} phát ${time}`,
  afterNone: ({ who }, time, before) => `${who} phát ${time}, trong khi ${before} không phát`,
  timesAsLong: ({ who }, times, before) => `${who} phát lâu gấp ${times} lần ${before}`,
  halfAsLong: ({ who }, before) => `${who} phát chỉ bằng một nửa ${before}`,
  longer: ({ who }, share, before) => `${who} phát lâu hơn ${before} ${share}`,
  shorter: ({ who }, share, before) => `${who} phát ít hơn ${before} ${share}`,
  onAirLongest: (name, time) => `${name} phát lâu nhất, ${time}`,
  chart: "Ai đã phát trực tiếp",
  subtitle: (span) => `Thời lượng phát, ${span}`,
  alt: (span, recipient) => `Thời lượng của những người phát lâu nhất, ${span}: ${recipient}.`,
  inChart: (name, time, sessions, days) => `${name} ${time} trong ${sessions} buổi qua ${days}`,
};

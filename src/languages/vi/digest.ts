import type { Translation } from "../../core/language.ts";
import type { DigestWords } from "../../features/digests/message/words/en.ts";

export const vi: Translation<DigestWords> = {
  quiet: (period) =>
    `${{ day: "Một ngày yên ắng", week: "Một tuần yên ắng", month: "Một tháng yên ắng", period: "Một kỳ yên ắng" }[period]}: không có gì nổi bật.`,
  headline: (facts) => `${facts.join("; ")}.`,
  passedOver: (count) => `đã bỏ qua ${count} kỳ trước`,
  those: (titles, note) => `${titles.join(", ")}: ${note}`,
};

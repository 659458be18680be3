import type { Translation } from "../../core/language.ts";
import type { DigestWords } from "../../features/digests/message/words/en.ts";

export const id: Translation<DigestWords> = {
  quiet: (period) =>
    `${{ day: "Hari yang tenang", week: "Minggu yang tenang", month: "Bulan yang tenang", period: "Periode yang tenang" }[period]}: tidak ada yang menonjol.`,
  headline: (facts) => `${facts.join("; ")}.`,
  passedOver: (count) => `${count} sebelumnya dilewati`,
  those: (titles, note) => `${titles.join(", ")}: ${note}`,
};

import type { Translation } from "../../core/language.ts";
import type { LivesWords } from "../../sections/lives/words/en.ts";

export const id: Translation<LivesWords> = {
  title: "Siaran live",
  none: "kreator live",
  many: "kreator",
  creator: "Seorang kreator",
  airtime: "Waktu siaran",
  wereLive: "Sempat live",
  of: (count, all) => `${count} dari ${all}`,
  onAirAtEnd: (count) => `${count} live di akhir`,
  pace: (month) => `Proyeksi ${month}`,
  soFar: (time) => `${time} sejauh ini`,
  longest: "Siaran terlama",
  sessions: "Jumlah siaran",
  average: (time) => `rata-rata ${time}`,
  watchedThen: (change, count) => `${change}, untuk ${count} yang sudah dipantau`,
  most: "Waktu siaran terbanyak",
  changes: "Perubahan terbesar",
  days: (count) => `${count} hari`,
  nobody: "Tidak ada yang live.",
  tooEarly: (before, month) => {
    const unknown = [
      ...(before === null ? [] : [`membandingkan waktu siaran dengan ${before}`]),
      ...(month === null ? [] : [`membuat proyeksi ${month}`]),
    ];
    return `Pemantauan belum cukup untuk ${unknown.join(" atau ")}.`;
  },
  together: (count) => `${count} kreator bersama-sama`,
  notOnAir: ({ who }, time, before) => `${who} tidak live, setelah ${time} pada ${before}`,
  afterNone: ({ who }, time, before) => `${who} live selama ${time}, padahal tidak sama sekali pada ${before}`,
  timesAsLong: ({ who }, times, before) => `${who} live ${times} kali lebih lama dari ${before}`,
  halfAsLong: ({ who }, before) => `${who} live separuh waktu ${before}`,
  longer: ({ who }, share, before) => `${who} live ${share} lebih lama dari ${before}`,
  shorter: ({ who }, share, before) => `${who} live ${share} lebih singkat dari ${before}`,
  onAirLongest: (name, time) => `${name} live paling lama, ${time}`,
  chart: "Siapa yang live",
  subtitle: (span) => `Waktu siaran, ${span}`,
  alt: (span, recipient) => `Waktu siaran mereka yang paling lama live, ${span}: ${recipient}.`,
  inChart: (name, time, sessions, days) => `${name} ${time} dalam ${sessions} siaran selama ${days}`,
};

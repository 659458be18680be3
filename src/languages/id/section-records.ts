import type { Translation } from "../../core/language.ts";
import type { RecordsWords } from "../../sections/records/words/en.ts";

export const id: Translation<RecordsWords> = {
  title: "Catatan",
  none: "catatan",
  many: "catatan",
  record: "sebuah catatan",
  rising: "Angka yang naik",
  fallen: (count) => `${count} turun`,
  highest: "Kenaikan terbesar",
  rises: "Kenaikan terbesar",
  falls: "Penurunan terbesar",
  milestones: "Tonggak baru",
  texts: "Teks yang berubah",
  named: (name, field) => `${name}: ${field}`,
  nothing: "Tidak ada angka yang berubah.",
  tooEarly: "Pemantauan belum cukup untuk membandingkan angka.",
  grewBy: (name, field, share) => `${name} naik ${share} (${field})`,
  doubled: (name, field) => `${name} naik dua kali lipat (${field})`,
  grewTimes: (name, field, times) => `${name} naik ${times} kali lipat (${field})`,
  lost: (name, field, share) => `${name} turun ${share} (${field})`,
  reached: (name, milestone, field) => `${name} mencapai ${milestone} ${field}`,
  chart: "Angka yang tumbuh",
  subtitle: (span) => `Pertumbuhan angka, ${span}`,
  alt: (span, which) => `Pertumbuhan angka dengan kenaikan terbesar, ${span}: ${which}.`,
};

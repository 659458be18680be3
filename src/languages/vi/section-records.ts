import type { Translation } from "../../core/language.ts";
import type { RecordsWords } from "../../sections/records/words/en.ts";

export const vi: Translation<RecordsWords> = {
  title: "Bản ghi",
  none: "bản ghi",
  many: "bản ghi",
  record: "một bản ghi",
  rising: "Số liệu tăng",
  fallen: (count) => `${count} giảm`,
  highest: "Mức tăng lớn nhất",
  rises: "Tăng nhiều nhất",
  falls: "Giảm nhiều nhất",
  milestones: "Cột mốc",
  texts: "Nội dung thay đổi",
  named: (name, field) => `${name}: ${field}`,
  nothing: "Không có số liệu nào thay đổi.",
  tooEarly: "Theo dõi chưa đủ lâu để so sánh số liệu.",
  grewBy: (name, field, share) => `${name} tăng ${share} (${field})`,
  doubled: (name, field) => `${name} tăng gấp đôi (${field})`,
  grewTimes: (name, field, times) => `${name} tăng gấp ${times} lần (${field})`,
  lost: (name, field, share) => `${name} giảm ${share} (${field})`,
  reached: (name, milestone, field) => `${name} đạt ${milestone} ${field}`,
  chart: "Số liệu đã tăng",
  subtitle: (span) => `Mức tăng của số liệu, ${span}`,
  alt: (span, which) => `Mức tăng của các số liệu tăng nhiều nhất, ${span}: ${which}.`,
};

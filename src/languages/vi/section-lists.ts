import type { Translation } from "../../core/language.ts";
import type { ListsWords } from "../../sections/lists/words/en.ts";

export const vi: Translation<ListsWords> = {
  title: "Danh sách mục",
  none: "danh sách mục",
  many: "danh sách",
  fresh: "Mục mới",
  still: (count) => `${count} mục vẫn còn trong danh sách`,
  gone: "Mục đã biến mất",
  surged: "Mục tăng mạnh",
  crossed: "Mục đi qua ngưỡng",
  step: (field, before, after) => `${field} ${before} → ${after}`,
  above: (field, limit) => `${field} trên ${limit}`,
  below: (field, limit) => `${field} dưới ${limit}`,
  nothing: "Không có mục nào mới, biến mất hay tăng mạnh.",
  found: (_count, text) => `${text} mục mới xuất hiện trong danh sách`,
  lost: (_count, text) => `${text} mục không còn trong danh sách`,
  grewBy: (name, field, share) => `${name} tăng ${share} (${field})`,
  passed: (name, fact) => `${name} đi qua ngưỡng: ${fact}`,
  chart: "Mục mới theo danh sách",
  subtitle: (span) => `Mục đã xuất hiện, ${span}`,
  alt: (span, which) => `Mục mới theo danh sách, ${span}: ${which}.`,
};

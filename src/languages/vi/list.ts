import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { ListWords } from "../../kinds/list/words/en.ts";

export const vi: Translation<ListWords> = {
  item: "Mục",
  list: "một danh sách",
  titled: (list) => `“${list}”`,
  appeared: {
    one: (name, list) => say`${name} xuất hiện trong ${list}`,
    many: (list) => `xuất hiện trong ${list}`,
    heading: (list) => `Mới trong ${list}`,
  },
  gone: {
    one: (name, list) => say`${name} không còn trong ${list}`,
    many: (list) => `không còn trong ${list}`,
    heading: (list) => `Không còn trong ${list}`,
  },
  changed: {
    one: (name, list) => say`${name} thay đổi trong ${list}`,
    many: (list) => `thay đổi trong ${list}`,
    heading: (list) => `Thay đổi trong ${list}`,
  },
  crossed: {
    one: (name, list) => say`${name} đi qua ngưỡng trong ${list}`,
    many: (list) => `đi qua ngưỡng trong ${list}`,
    heading: (list) => `Đi qua ngưỡng trong ${list}`,
  },
  surged: {
    one: (name, list) => say`${name} tăng mạnh trong ${list}`,
    many: (list) => `tăng mạnh trong ${list}`,
    heading: (list) => `Tăng mạnh trong ${list}`,
  },
  atLeast: (count) => `Có ít nhất ${count} mục mới`,
  change: (field, before, after) => `${field}: ${before} → ${after}`,
  above: (field, limit) => `${field} trên ${limit}`,
  below: (field, limit) => `${field} dưới ${limit}`,
  open: "Mở",
};

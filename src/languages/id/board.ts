import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { BoardWords } from "../../features/boards/message/words/en.ts";

export const id: Translation<BoardWords> = {
  onAir: (count) => `${count} sedang live`,
  nobody: "Tidak ada yang sedang live",
  nobodyKnown: "Sejauh diketahui, tidak ada yang live",
  unknown: (count) => `${count} tidak diketahui`,
  unknownSince: (when) => say`tidak diketahui sejak ${when}, live sampai saat itu`,
  blind: "Tidak diketahui siapa yang sedang live",
  since: (when) => say`sejak ${when}`,
  sinceAtLeast: (when) => say`setidaknya sejak ${when}`,
  blindSince: (when) => say`Tidak diketahui sejak ${when}. Yang terakhir diketahui:`,
  more: (count) => `dan ${count} lainnya`,
  moreThan: (count) => `dan lebih dari ${count} lainnya`,
  checked: (when) => say`Diperiksa ${when}`,
  placeholder: "Pesan ini atau yang lebih baru menampilkan siapa yang sedang live.",
  over: "Papan ini tidak diperbarui lagi.",
};

import { say } from "../../../core/say.ts";
import type { BoardWords } from "./en.ts";

export const id: BoardWords = {
  onAir: (count) => `${count} sedang siaran`,
  nobody: "Tidak ada yang sedang siaran",
  blind: "Tidak diketahui siapa yang sedang siaran",
  since: (when) => say`sejak ${when}`,
  blindSince: (when) => say`Tidak diketahui sejak ${when}. Yang terakhir diketahui:`,
  more: (count) => `dan ${count} lainnya`,
  moreThan: (count) => `dan lebih dari ${count} lainnya`,
  checked: (when) => say`Diperiksa ${when}`,
  over: "Papan ini tidak diperbarui lagi.",
};

import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { BoardWords } from "../../features/boards/message/words/en.ts";

export const vi: Translation<BoardWords> = {
  onAir: (count) => `${count} người đang phát trực tiếp`,
  nobody: "Không có ai đang phát trực tiếp",
  nobodyKnown: "Theo những gì biết được, không ai đang live",
  unknown: (count) => `${count} không rõ`,
  unknownSince: (when) => say`không rõ từ ${when}, đến lúc đó vẫn live`,
  blind: "Không biết ai đang phát trực tiếp",
  since: (when) => say`từ ${when}`,
  sinceAtLeast: (when) => say`ít nhất từ ${when}`,
  blindSince: (when) => say`Không biết từ ${when}. Lần cuối biết được:`,
  more: (count) => `và ${count} người nữa`,
  moreThan: (count) => `và hơn ${count} người nữa`,
  checked: (when) => say`Đã kiểm tra ${when}`,
  placeholder: "Tin này hoặc một tin mới hơn cho biết ai đang phát trực tiếp.",
  over: "Bảng này không còn được cập nhật.",
};

import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { BoardWords } from "../../features/boards/message/words/en.ts";

export const ja: Translation<BoardWords> = {
  onAir: (count) => `${count}人が配信中`,
  nobody: "配信中の人はいません",
  nobodyKnown: "確認できる範囲では誰も配信していません",
  unknown: (count) => `${count}人は不明`,
  unknownSince: (when) => say`${when}から不明（それまで配信中）`,
  blind: "誰が配信中か分かりません",
  since: (when) => say`${when}から`,
  sinceAtLeast: (when) => say`少なくとも${when}から`,
  blindSince: (when) => say`${when}から分かりません。最後に分かっていたこと：`,
  more: (count) => `ほか${count}人`,
  moreThan: (count) => `ほか${count}人以上`,
  checked: (when) => say`確認：${when}`,
  placeholder: "このメッセージか、より新しいメッセージに、ライブ中の人が表示されます。",
  over: "このボードはもう更新されません。",
};

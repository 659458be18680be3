import { say } from "../../../core/say.ts";
import type { BoardWords } from "./en.ts";

export const ptBR: BoardWords = {
  onAir: (count) => `${count} ao vivo`,
  nobody: "Ninguém está ao vivo",
  blind: "Não se sabe quem está ao vivo",
  since: (when) => say`desde ${when}`,
  blindSince: (when) => say`Não se sabe desde ${when}. O último estado conhecido:`,
  more: (count) => `e mais ${count}`,
  moreThan: (count) => `e mais de ${count} outros`,
  checked: (when) => say`Verificado ${when}`,
  over: "Este painel não é mais atualizado.",
};

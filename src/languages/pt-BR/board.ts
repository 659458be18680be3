import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { BoardWords } from "../../features/boards/message/words/en.ts";

export const ptBR: Translation<BoardWords> = {
  onAir: (count) => `${count} ao vivo`,
  nobody: "Ninguém está ao vivo",
  nobodyKnown: "Ninguém ao vivo, até onde sabemos",
  unknown: (count) => `${count} sem confirmação`,
  unknownSince: (when) => say`sem confirmação desde ${when}, ao vivo até então`,
  blind: "Não se sabe quem está ao vivo",
  since: (when) => say`desde ${when}`,
  sinceAtLeast: (when) => say`pelo menos desde ${when}`,
  blindSince: (when) => say`Não se sabe desde ${when}. O último estado conhecido:`,
  more: (count) => `e mais ${count}`,
  moreThan: (count) => `e mais de ${count} outros`,
  checked: (when) => say`Verificado ${when}`,
  placeholder: "Esta mensagem, ou uma mais recente, mostra quem está ao vivo.",
  over: "Este painel não é mais atualizado.",
};

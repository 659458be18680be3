import { counting, type Translation } from "../../core/language.ts";
import { shortNumber } from "../../core/numbers-as-text.ts";
import { say } from "../../core/sentence.ts";
import type { LiveWords } from "../../kinds/live/words/en.ts";

export const ptBR: Translation<LiveWords> = {
  someone: "Alguém",
  is: { one: (name) => say`${name} está ao vivo`, many: () => "estão ao vivo", heading: () => "Ao vivo" },
  was: {
    one: (name) => say`${name} esteve ao vivo`,
    many: () => "estiveram ao vivo",
    heading: () => "Esteve ao vivo",
  },
  ended: {
    one: (name) => say`${name} não está mais ao vivo`,
    many: () => "não estão mais ao vivo",
    heading: () => "Não está mais ao vivo",
  },
  missing: {
    one: (name) => say`${name} não entrou ao vivo no horário de costume`,
    many: () => "não entraram ao vivo no horário de costume",
    heading: () => "Sem live no horário de costume",
  },
  expected: (when) => say`Esperado ${when}`,
  sure: (percent) => `${percent} de certeza`,
  began: (when) => say`Começou ${when}`,
  seen: (when) => say`Já estava ao vivo, visto ${when}`,
  streamed: (duration) => `Transmitiu por ${duration}`,
  streamedAtLeast: (duration) => `Transmitiu por pelo menos ${duration}`,
  endedAt: (when) => say`terminou ${when}`,
  lastSeen: (when) => say`Visto ao vivo pela última vez ${when}`,
  unwatched: {
    removed: () => say`não é mais acompanhado`,
    paused: (when) => say`consultas pausadas ${when}`,
  },
  viewers: (count) => `${shortNumber("pt-BR", count)} ${counting("pt-BR")(count, "espectador", "espectadores")}`,
  peak: (viewers) => `pico de ${viewers}`,
  isNow: (name, handle) => say`${name} agora é @${handle}`,
  renamed: (name) => say`${name} tem outro nome de usuário`,
  wasCalled: (handle) => `Antes @${handle}`,
  watch: "Assistir",
  goal: {
    behind: {
      one: (name) => say`${name} está abaixo da meta do mês`,
      many: () => "estão abaixo da meta do mês",
      heading: () => "Abaixo da meta do mês",
    },
    reached: {
      one: (name) => say`${name} atingiu a meta do mês`,
      many: () => "atingiram a meta do mês",
      heading: () => "Meta do mês atingida",
    },
    hours: (done, wanted) => `${done} de ${wanted} horas`,
    validDays: (done, wanted) => `${done} de ${wanted} dias válidos`,
    inMonth: (done, month) => (month === "" ? done : `${done} em ${month}`),
    needs: (length, days) => `precisa de ${length} em ${days === 1 ? "mais 1 dia" : `cada um de mais ${days} dias`}`,
    tooLate: "não dá mais para atingir neste mês",
    watched: (percent) => `${percent} do mês observado até agora`,
  },
};

import type { Translation } from "../../core/language.ts";
import { shortNumber } from "../../core/numbers-as-text.ts";
import { say } from "../../core/sentence.ts";
import type { LiveWords } from "../../kinds/live/words/en.ts";

export const id: Translation<LiveWords> = {
  someone: "Seseorang",
  is: { one: (name) => say`${name} sedang live`, many: () => "sedang live", heading: () => "Sedang live" },
  was: { one: (name) => say`${name} tadi live`, many: () => "tadi live", heading: () => "Tadi live" },
  ended: {
    one: (name) => say`${name} sudah selesai live`,
    many: () => "sudah selesai live",
    heading: () => "Sudah selesai live",
  },
  missing: {
    one: (name) => say`${name} tidak live pada jam biasanya`,
    many: () => "tidak live pada jam biasanya",
    heading: () => "Tidak live pada jam biasanya",
  },
  expected: (when) => say`Diperkirakan ${when}`,
  sure: (percent) => `keyakinan ${percent}`,
  began: (when) => say`Mulai ${when}`,
  seen: (when) => say`Sudah live, terlihat ${when}`,
  streamed: (duration) => `Siaran selama ${duration}`,
  streamedAtLeast: (duration) => `Siaran selama setidaknya ${duration}`,
  endedAt: (when) => say`berakhir ${when}`,
  lastSeen: (when) => say`Terakhir terlihat live ${when}`,
  unwatched: {
    removed: () => say`tidak lagi dipantau`,
    paused: (when) => say`pemeriksaan dijeda ${when}`,
  },
  viewers: (count) => `${shortNumber("id", count)} penonton`,
  peak: (viewers) => `puncak ${viewers}`,
  isNow: (name, handle) => say`${name} sekarang @${handle}`,
  renamed: (name) => say`${name} memakai nama pengguna lain`,
  wasCalled: (handle) => `Sebelumnya @${handle}`,
  watch: "Tonton",
  goal: {
    behind: {
      one: (name) => say`${name} tertinggal dari target bulanan`,
      many: () => "tertinggal dari target bulanan",
      heading: () => "Tertinggal dari target bulanan",
    },
    reached: {
      one: (name) => say`${name} mencapai target bulanan`,
      many: () => "mencapai target bulanan",
      heading: () => "Target bulanan tercapai",
    },
    hours: (done, wanted) => `${done} dari ${wanted} jam`,
    validDays: (done, wanted) => `${done} dari ${wanted} hari valid`,
    inMonth: (done, month) => (month === "" ? done : `${done} pada bulan ${month}`),
    needs: (length, days) => `perlu ${length} per hari selama ${days} hari lagi`,
    tooLate: "tidak bisa lagi dicapai bulan ini",
    watched: (percent) => `${percent} dari bulan ini sejauh ini terpantau`,
  },
};

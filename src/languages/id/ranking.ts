import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { RankingWords } from "../../kinds/ranking/words/en.ts";

export const id: Translation<RankingWords> = {
  someone: "Seseorang",
  ranking: "sebuah peringkat",
  titled: (title) => `“${title}”`,
  entered: {
    one: (name, ranking, place) => say`${name} masuk ${ranking}${place === "" ? "" : ` di ${place}`}`,
    many: (ranking) => `masuk ${ranking}`,
    heading: (ranking) => `Baru di ${ranking}`,
  },
  left: {
    one: (name, ranking) => say`${name} keluar dari ${ranking}`,
    many: (ranking) => `keluar dari ${ranking}`,
    heading: (ranking) => `Tidak lagi di ${ranking}`,
  },
  moved: {
    one: (name, ranking) => say`${name} berpindah posisi di ${ranking}`,
    many: (ranking) => `berpindah posisi di ${ranking}`,
    heading: (ranking) => `Pergeseran di ${ranking}`,
  },
  up: {
    one: (name, ranking, move) => say`${name} naik di ${ranking}: ${move}`,
    many: (ranking) => `naik di ${ranking}`,
    heading: (ranking) => `Naik di ${ranking}`,
  },
  down: {
    one: (name, ranking, move) => say`${name} turun di ${ranking}: ${move}`,
    many: (ranking) => `turun di ${ranking}`,
    heading: (ranking) => `Turun di ${ranking}`,
  },
  leagueUp: {
    one: (name, how) => say`${name} naik liga: ${how}`,
    many: () => "naik liga",
    heading: () => "Naik liga",
  },
  leagueDown: {
    one: (name, how) => say`${name} turun liga: ${how}`,
    many: () => "turun liga",
    heading: () => "Turun liga",
  },
  finished: {
    one: (name, ranking, place) => say`${name} mengakhiri ${ranking} di ${place}`,
    many: (ranking) => `mengakhiri ${ranking}`,
    heading: (ranking) => `Hasil akhir ${ranking}`,
  },
  wasOff: {
    one: (name, ranking) => say`${name} tidak ada di ${ranking} saat penutupan`,
    many: (ranking) => `tidak ada di ${ranking} saat penutupan`,
    heading: (ranking) => `Di luar ${ranking} saat penutupan`,
  },
  closing: {
    one: (name, ranking, place) => say`${name} berada di ${place} di ${ranking}`,
    many: (ranking) => `berada di menit-menit terakhir ${ranking}`,
    heading: (ranking) => `Menit-menit terakhir ${ranking}`,
  },
  lastAt: (place) => `Peringkat terakhir: ${place}`,
  lastSeen: (place) => `Terakhir terlihat di ${place}`,
  best: (place) => `Peringkat terbaik: ${place}`,
  timeLeft: (duration) => `Sisa ${duration}`,
  periodEnded: (when) => say`Periode berakhir ${when}`,
  nowFirst: "Kini di puncak",
  noLongerFirst: "Tidak lagi di puncak",
  into: (max) => `Masuk ${max} besar`,
  outOf: (max) => `Keluar dari ${max} besar`,
  toGo: "Kurang",
  resets: "Diatur ulang",
  profile: "Profil",
};

import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { RankingWords } from "../../kinds/ranking/words/en.ts";

export const vi: Translation<RankingWords> = {
  someone: "Ai đó",
  ranking: "một bảng xếp hạng",
  titled: (title) => `“${title}”`,
  entered: {
    one: (name, ranking, place) => say`${name} vào ${ranking}${place === "" ? "" : ` ở ${place}`}`,
    many: (ranking) => `vào ${ranking}`,
    heading: (ranking) => `Mới vào ${ranking}`,
  },
  left: {
    one: (name, ranking) => say`${name} rời khỏi ${ranking}`,
    many: (ranking) => `rời khỏi ${ranking}`,
    heading: (ranking) => `Không còn trong ${ranking}`,
  },
  moved: {
    one: (name, ranking) => say`${name} đổi hạng trong ${ranking}`,
    many: (ranking) => `đổi hạng trong ${ranking}`,
    heading: (ranking) => `Đổi hạng trong ${ranking}`,
  },
  up: {
    one: (name, ranking, move) => say`${name} tăng hạng trong ${ranking}: ${move}`,
    many: (ranking) => `tăng hạng trong ${ranking}`,
    heading: (ranking) => `Tăng hạng trong ${ranking}`,
  },
  down: {
    one: (name, ranking, move) => say`${name} tụt hạng trong ${ranking}: ${move}`,
    many: (ranking) => `tụt hạng trong ${ranking}`,
    heading: (ranking) => `Tụt hạng trong ${ranking}`,
  },
  leagueUp: {
    one: (name, how) => say`${name} lên giải: ${how}`,
    many: () => "lên giải",
    heading: () => "Lên giải",
  },
  leagueDown: {
    one: (name, how) => say`${name} xuống giải: ${how}`,
    many: () => "xuống giải",
    heading: () => "Xuống giải",
  },
  finished: {
    one: (name, ranking, place) => say`${name} kết thúc ${ranking} ở ${place}`,
    many: (ranking) => `kết thúc ${ranking}`,
    heading: (ranking) => `Kết quả cuối của ${ranking}`,
  },
  wasOff: {
    one: (name, ranking) => say`${name} không có trong ${ranking} khi khép lại`,
    many: (ranking) => `không có trong ${ranking} khi khép lại`,
    heading: (ranking) => `Ngoài ${ranking} khi khép lại`,
  },
  closing: {
    one: (name, ranking, place) => say`${name} đang ở ${place} trong ${ranking}`,
    many: (ranking) => `đang ở những phút cuối của ${ranking}`,
    heading: (ranking) => `Những phút cuối của ${ranking}`,
  },
  lastAt: (place) => `Hạng cuối cùng: ${place}`,
  lastSeen: (place) => `Lần cuối thấy ở ${place}`,
  best: (place) => `Hạng cao nhất: ${place}`,
  timeLeft: (duration) => `Còn ${duration}`,
  periodEnded: (when) => say`Kỳ xếp hạng kết thúc ${when}`,
  nowFirst: "Hiện đứng đầu",
  noLongerFirst: "Không còn đứng đầu",
  into: (max) => `Vào top ${max}`,
  outOf: (max) => `Rời top ${max}`,
  toGo: "Còn thiếu",
  resets: "Đặt lại",
  profile: "Hồ sơ",
};

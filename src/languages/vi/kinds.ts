import type { Translation } from "../../core/language.ts";
import { shortNumber } from "../../core/numbers-as-text.ts";
import { say } from "../../core/sentence.ts";
import type { HashtagWords } from "../../kinds/hashtag/words/en.ts";
import type { ListWords } from "../../kinds/list/words/en.ts";
import type { LiveWords } from "../../kinds/live/words/en.ts";
import type { ProductsWords } from "../../kinds/products/words/en.ts";
import type { RankingWords } from "../../kinds/ranking/words/en.ts";
import type { RecordWords } from "../../kinds/record/words/en.ts";

export const hashtag: Translation<HashtagWords> = {
  hashtag: "hashtag",
  search: "một tìm kiếm",
  titled: (search) => `“${search}”`,
  appeared: {
    one: (name, search) => say`${name} xuất hiện trong ${search}`,
    many: (search) => `xuất hiện trong ${search}`,
    heading: (search) => `Mới trong ${search}`,
  },
  gone: {
    one: (name, search) => say`${name} biến mất khỏi ${search}`,
    many: (search) => `biến mất khỏi ${search}`,
    heading: (search) => `Không còn trong ${search}`,
  },
  surged: {
    one: (name, search) => say`${name} tăng trong ${search}`,
    many: (search) => `tăng trong ${search}`,
    heading: (search) => `Tăng trong ${search}`,
  },
  place: (position) => `Vị trí ${position} trong kết quả`,
  lastPlace: (position) => `Vị trí ${position} khi thấy lần cuối`,
  views: (count) => `${count} lượt xem`,
  growth: (before, after) => `${before} → ${after} lượt xem`,
  moreViews: "Nhiều lượt xem hơn",
  viewsLabel: "Lượt xem",
  videosLabel: "Số video",
  open: "Mở",
};

export const list: Translation<ListWords> = {
  item: "Mục",
  list: "một danh sách",
  titled: (list) => `“${list}”`,
  appeared: {
    one: (name, list) => say`${name} xuất hiện trong ${list}`,
    many: (list) => `xuất hiện trong ${list}`,
    heading: (list) => `Mới trong ${list}`,
  },
  gone: {
    one: (name, list) => say`${name} không còn trong ${list}`,
    many: (list) => `không còn trong ${list}`,
    heading: (list) => `Không còn trong ${list}`,
  },
  changed: {
    one: (name, list) => say`${name} thay đổi trong ${list}`,
    many: (list) => `thay đổi trong ${list}`,
    heading: (list) => `Thay đổi trong ${list}`,
  },
  crossed: {
    one: (name, list) => say`${name} đi qua ngưỡng trong ${list}`,
    many: (list) => `đi qua ngưỡng trong ${list}`,
    heading: (list) => `Đi qua ngưỡng trong ${list}`,
  },
  surged: {
    one: (name, list) => say`${name} tăng trong ${list}`,
    many: (list) => `tăng trong ${list}`,
    heading: (list) => `Tăng trong ${list}`,
  },
  atLeast: (count) => `Có ít nhất ${count} mục mới`,
  change: (field, before, after) => `${field}: ${before} → ${after}`,
  above: (field, limit) => `${field} trên ${limit}`,
  below: (field, limit) => `${field} dưới ${limit}`,
  open: "Mở",
};

export const live: Translation<LiveWords> = {
  someone: "Ai đó",
  is: {
    one: (name) => say`${name} đang phát trực tiếp`,
    many: () => "đang phát trực tiếp",
    heading: () => "Đang phát trực tiếp",
  },
  was: {
    one: (name) => say`${name} vừa phát trực tiếp`,
    many: () => "vừa phát trực tiếp",
    heading: () => "Vừa phát trực tiếp",
  },
  ended: {
    one: (name) => say`${name} đã ngừng phát trực tiếp`,
    many: () => "đã ngừng phát trực tiếp",
    heading: () => "Đã ngừng phát trực tiếp",
  },
  missing: {
    one: (name) => say`${name} không phát trực tiếp vào giờ thường lệ`,
    many: () => "không phát trực tiếp vào giờ thường lệ",
    heading: () => "Không phát vào giờ thường lệ",
  },
  expected: (when) => say`Dự kiến ${when}`,
  sure: (percent) => `độ chắc chắn ${percent}`,
  began: (when) => say`Bắt đầu ${when}`,
  seen: (when) => say`Đã phát trực tiếp từ trước, thấy lúc ${when}`,
  streamed: (duration) => `Đã phát trong ${duration}`,
  streamedAtLeast: (duration) => `Đã phát ít nhất ${duration}`,
  endedAfter: (name, duration) => say`${name} kết thúc sau ${duration}`,
  endedAfterAtLeast: (name, duration) => say`${name} kết thúc sau ít nhất ${duration}`,
  endedAt: (when) => say`kết thúc ${when}`,
  lastSeen: (when) => say`Lần cuối thấy phát trực tiếp ${when}`,
  unwatched: {
    removed: () => say`không còn được theo dõi`,
    paused: (when) => say`đã tạm dừng kiểm tra ${when}`,
  },
  viewers: (count) => `${shortNumber("vi", count)} người xem`,
  peak: (viewers) => `cao nhất ${viewers}`,
  retitled: (name) => say`${name} đã đổi tiêu đề`,
  wasTitled: (title) => `Trước đây “${title}”`,
  isNow: (name, handle) => say`${name} giờ là @${handle}`,
  renamed: (name) => say`${name} đã đổi tên người dùng`,
  wasCalled: (handle) => `Trước đây là @${handle}`,
  watch: "Xem",
  goal: {
    behind: {
      one: (name) => say`${name} đang chậm so với mục tiêu tháng`,
      many: () => "đang chậm so với mục tiêu tháng",
      heading: () => "Chậm so với mục tiêu tháng",
    },
    reached: {
      one: (name) => say`${name} đã đạt mục tiêu tháng`,
      many: () => "đã đạt mục tiêu tháng",
      heading: () => "Đã đạt mục tiêu tháng",
    },
    hours: (done, wanted) => `${done}/${wanted} giờ`,
    validDays: (done, wanted) => `${done}/${wanted} ngày hợp lệ`,
    inMonth: (done, month) => (month === "" ? done : `${done} trong ${month}`),
    needs: (length, days) => `cần ${length} mỗi ngày trong ${days} ngày nữa`,
    tooLate: "không thể đạt được trong tháng này nữa",
    watched: (percent) => `đã theo dõi ${percent} của tháng tính đến nay`,
  },
};

export const products: Translation<ProductsWords> = {
  product: "Một sản phẩm",
  category: "một danh mục",
  titled: (category) => `“${category}”`,
  listed: {
    one: (name, category) => say`${name} mới có trong ${category}`,
    many: (category) => `mới có trong ${category}`,
    heading: (category) => `Mới trong ${category}`,
  },
  delisted: {
    one: (name, category) => say`${name} không còn trong ${category}`,
    many: (category) => `không còn trong ${category}`,
    heading: (category) => `Không còn trong ${category}`,
  },
  repriced: {
    one: (name, category) => say`${name} đổi giá trong ${category}`,
    many: (category) => `đổi giá trong ${category}`,
    heading: (category) => `Đổi giá trong ${category}`,
  },
  dearer: {
    one: (name, category) => say`${name} tăng giá trong ${category}`,
    many: (category) => `tăng giá trong ${category}`,
    heading: (category) => `Tăng giá trong ${category}`,
  },
  cheaper: {
    one: (name, category) => say`${name} giảm giá trong ${category}`,
    many: (category) => `giảm giá trong ${category}`,
    heading: (category) => `Giảm giá trong ${category}`,
  },
  sellsFast: {
    one: (name, category) => say`${name} bán rất chạy trong ${category}`,
    many: (category) => `bán rất chạy trong ${category}`,
    heading: (category) => `Bán chạy trong ${category}`,
  },
  lastAt: (price) => `Giá cuối ${price}`,
  sold: (before, after) => `Đã bán ${before} → ${after}`,
  open: "Mở",
};

export const ranking: Translation<RankingWords> = {
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
  diamondsTo: (diamonds, place) => `${diamonds} kim cương để lên hạng ${place}`,
  resets: "Đặt lại",
  profile: "Hồ sơ",
};

export const record: Translation<RecordWords> = {
  record: "Một bản ghi",
  field: "một trường",
  changed: {
    one: (name, field) => say`${name}: ${field} đã thay đổi`,
    many: () => "đã thay đổi",
    heading: () => "Đã thay đổi",
  },
  above: {
    one: (name, field, limit) => say`${name}: ${field} trên ${limit}`,
    many: () => "vượt ngưỡng",
    heading: () => "Trên ngưỡng",
  },
  below: {
    one: (name, field, limit) => say`${name}: ${field} dưới ${limit}`,
    many: () => "xuống dưới ngưỡng",
    heading: () => "Dưới ngưỡng",
  },
  reached: {
    one: (name, field, milestone) => say`${name} đạt ${milestone} ${field}`,
    many: () => "đạt cột mốc",
    heading: () => "Cột mốc",
  },
  surged: {
    one: (name, field, growth) => say`${name}: ${field} tăng${growth === "" ? "" : ` (${growth})`}`,
    many: () => "tăng",
    heading: () => "Tăng",
  },
};

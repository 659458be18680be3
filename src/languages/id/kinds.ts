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
  search: "sebuah pencarian",
  titled: (search) => `“${search}”`,
  appeared: {
    one: (name, search) => say`${name} muncul di ${search}`,
    many: (search) => `muncul di ${search}`,
    heading: (search) => `Baru di ${search}`,
  },
  gone: {
    one: (name, search) => say`${name} hilang dari ${search}`,
    many: (search) => `hilang dari ${search}`,
    heading: (search) => `Tidak lagi di ${search}`,
  },
  surged: {
    one: (name, search) => say`${name} naik di ${search}`,
    many: (search) => `naik di ${search}`,
    heading: (search) => `Naik di ${search}`,
  },
  place: (position) => `Urutan ${position} di hasil pencarian`,
  lastPlace: (position) => `Urutan ${position} saat terakhir terlihat`,
  views: (count) => `${count} tayangan`,
  growth: (before, after) => `${before} → ${after} tayangan`,
  moreViews: "Tayangan bertambah",
  viewsLabel: "Tayangan",
  videosLabel: "Video",
  open: "Buka",
};

export const list: Translation<ListWords> = {
  item: "Item",
  list: "sebuah daftar",
  titled: (list) => `“${list}”`,
  appeared: {
    one: (name, list) => say`${name} muncul di ${list}`,
    many: (list) => `muncul di ${list}`,
    heading: (list) => `Baru di ${list}`,
  },
  gone: {
    one: (name, list) => say`${name} hilang dari ${list}`,
    many: (list) => `hilang dari ${list}`,
    heading: (list) => `Tidak lagi di ${list}`,
  },
  changed: {
    one: (name, list) => say`${name} berubah di ${list}`,
    many: (list) => `berubah di ${list}`,
    heading: (list) => `Berubah di ${list}`,
  },
  crossed: {
    one: (name, list) => say`${name} melewati batas di ${list}`,
    many: (list) => `melewati batas di ${list}`,
    heading: (list) => `Melewati batas di ${list}`,
  },
  surged: {
    one: (name, list) => say`${name} naik di ${list}`,
    many: (list) => `naik di ${list}`,
    heading: (list) => `Naik di ${list}`,
  },
  atLeast: (count) => `Setidaknya ${count} item baru`,
  change: (field, before, after) => `${field}: ${before} → ${after}`,
  above: (field, limit) => `${field} di atas ${limit}`,
  below: (field, limit) => `${field} di bawah ${limit}`,
  open: "Buka",
};

export const live: Translation<LiveWords> = {
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
  endedAfter: (name, duration) => say`${name} selesai setelah ${duration}`,
  endedAfterAtLeast: (name, duration) => say`${name} selesai setelah setidaknya ${duration}`,
  endedAt: (when) => say`berakhir ${when}`,
  lastSeen: (when) => say`Terakhir terlihat live ${when}`,
  unwatched: {
    removed: () => say`tidak lagi dipantau`,
    paused: (when) => say`pemeriksaan dijeda ${when}`,
  },
  viewers: (count) => `${shortNumber("id", count)} penonton`,
  peak: (viewers) => `puncak ${viewers}`,
  retitled: (name) => say`${name} mengganti judul`,
  wasTitled: (title) => `Sebelumnya “${title}”`,
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

export const products: Translation<ProductsWords> = {
  product: "Sebuah produk",
  category: "sebuah kategori",
  titled: (category) => `“${category}”`,
  listed: {
    one: (name, category) => say`${name} baru hadir di ${category}`,
    many: (category) => `baru hadir di ${category}`,
    heading: (category) => `Baru di ${category}`,
  },
  delisted: {
    one: (name, category) => say`${name} tidak lagi ada di ${category}`,
    many: (category) => `tidak lagi ada di ${category}`,
    heading: (category) => `Tidak lagi di ${category}`,
  },
  repriced: {
    one: (name, category) => say`${name} berganti harga di ${category}`,
    many: (category) => `berganti harga di ${category}`,
    heading: (category) => `Harga lain di ${category}`,
  },
  dearer: {
    one: (name, category) => say`${name} naik harga di ${category}`,
    many: (category) => `naik harga di ${category}`,
    heading: (category) => `Naik harga di ${category}`,
  },
  cheaper: {
    one: (name, category) => say`${name} turun harga di ${category}`,
    many: (category) => `turun harga di ${category}`,
    heading: (category) => `Turun harga di ${category}`,
  },
  sellsFast: {
    one: (name, category) => say`${name} laris di ${category}`,
    many: (category) => `laris di ${category}`,
    heading: (category) => `Laris di ${category}`,
  },
  lastAt: (price) => `Harga terakhir ${price}`,
  sold: (before, after) => `${before} → ${after} terjual`,
  open: "Buka",
};

export const ranking: Translation<RankingWords> = {
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
  diamondsTo: (diamonds, place) => `${diamonds} berlian untuk peringkat ${place}`,
  resets: "Diatur ulang",
  profile: "Profil",
};

export const record: Translation<RecordWords> = {
  record: "Sebuah catatan",
  field: "sebuah kolom",
  changed: {
    one: (name, field) => say`${name}: ${field} berubah`,
    many: () => "berubah",
    heading: () => "Berubah",
  },
  above: {
    one: (name, field, limit) => say`${name}: ${field} di atas ${limit}`,
    many: () => "melewati batas",
    heading: () => "Di atas batas",
  },
  below: {
    one: (name, field, limit) => say`${name}: ${field} di bawah ${limit}`,
    many: () => "turun di bawah batas",
    heading: () => "Di bawah batas",
  },
  reached: {
    one: (name, field, milestone) => say`${name} mencapai ${milestone} ${field}`,
    many: () => "mencapai tonggak baru",
    heading: () => "Tonggak baru",
  },
  surged: {
    one: (name, field, growth) => say`${name}: ${field} naik${growth === "" ? "" : ` (${growth})`}`,
    many: () => "naik",
    heading: () => "Naik",
  },
};

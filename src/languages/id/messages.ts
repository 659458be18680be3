import type { ChannelWords } from "../../channels/words/en.ts";
import type { FaultKind } from "../../core/fault.ts";
import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { BoardWords } from "../../features/boards/message/words/en.ts";
import type { DigestWords } from "../../features/digests/message/words/en.ts";
import type { OperatorWords } from "../../kinds/operator-words/en.ts";
import type { UpstreamWords } from "../../kinds/upstream-words/en.ts";

const faults: Record<FaultKind, string> = {
  throttled: "layanan meminta lebih sedikit panggilan",
  unreachable: "layanan tidak dapat dijangkau",
  refused: "layanan menolak",
  gone: "target sudah tidak ada",
  malformed: "jawabannya tidak terbaca",
  unreadable: "sebuah angka tidak terbaca lagi",
  bug: "kesalahan Tallylight",
};

export const operator: Translation<OperatorWords> = {
  target: "Sebuah target",
  failing: {
    one: (name) => say`${name} tidak bisa dipantau`,
    many: () => "tidak bisa dipantau",
    heading: () => "Tidak bisa dipantau",
  },
  failed: (count, fault, step) => `${count} percobaan berturut-turut gagal; yang terakhir: ${fault}. ${step}`.trim(),
  recovered: {
    one: (name) => say`${name} bisa dipantau lagi`,
    many: () => "bisa dipantau lagi",
    heading: () => "Bisa dipantau lagi",
  },
  unknownVerdict: {
    one: (name) => say`Belum diketahui apakah ${name} sedang live`,
    many: () => "statusnya belum jelas",
    heading: () => "Status belum jelas",
  },
  unknownNext: "Pemeriksaan sudah terlalu lama tidak memastikannya. Halaman kreator menunjukkan sebabnya.",
  knownVerdict: {
    one: (name) => say`Status live ${name} diketahui lagi`,
    many: () => "statusnya jelas lagi",
    heading: () => "Status jelas lagi",
  },
  unknownData: {
    one: (name) => say`Tidak ada data terbaru untuk ${name}`,
    many: () => "tanpa data terbaru",
    heading: () => "Tanpa data terbaru",
  },
  unknownDataNext: "Pemeriksaan sudah terlalu lama tidak memberi jawaban yang baik.",
  knownData: {
    one: (name) => say`Data terbaru untuk ${name} tersedia lagi`,
    many: () => "kembali memiliki data terbaru",
    heading: () => "Data terbaru tersedia lagi",
  },
  after: (count) => `Setelah ${count} percobaan gagal`,
  fault: ({ kind, where }) => `${faults[kind]}${where}`,
  steps: {
    throttled: "Baca lebih jarang.",
    unreachable: "Periksa apakah layanan yang dipantau dapat dijangkau.",
    refused: "Periksa id-nya dan izin akunnya.",
    gone: "Periksa apakah id-nya benar.",
    malformed: "Uji koneksinya di Langkah pertama: bentuk jawaban layanan mungkin berubah.",
    unreadable: "Layanan mungkin tidak lagi mengirimnya, atau memindahkannya di dalam jawaban.",
    bug: "Log memuat lebih banyak; mohon laporkan.",
  },
  disabled: (channel) => `Kanal ${channel} dinonaktifkan`,
  revive: () =>
    "Tujuannya tidak lagi menerima pesan. Masukkan alamat baru di halaman Kanal dan aktifkan, lalu kirim yang terlewat di halaman Pesan.",
  channelFailing: (channel) => `Pesan ke ${channel} tidak sampai`,
  channelSays: (reason, fix, waiting) => `Kesalahan terakhir: “${reason}”. ${fix} Menunggu: ${waiting}.`,
  channelRecovered: (channel) => `Pesan ke ${channel} sampai lagi`,
  channelSends: (waiting) => `Pesan yang menunggu sedang dikirim: ${waiting}.`,
  fixes: {
    allow: "Izinkan Tallylight mengirim ke sana: periksa izinnya dan pastikan ia anggota kanal.",
    token: "Beri kanal itu token bot baru.",
    thread: "Beri kanal itu id utas atau webhook kanal teks: forum hanya menerima pesan di dalam utas.",
    address: "Periksa alamat kanal: tujuannya menolak.",
    open: "Buka kembali utas atau topik di sana, atau kurangi utas di forum. Atau masukkan utas lain.",
    refused:
      "Tujuan tidak menerima pesan ini. Perbaiki hal yang disebutkannya: pesan menunggu dan dicoba lagi sampai saat itu.",
    key: "Tambahkan lagi kunci yang mengenkripsi pengaturannya, atau masukkan lagi pengaturannya.",
    message: "Kirim pesan uji. Pesan yang ditolak tidak dikirim ulang sendiri: kirim lagi setelah pesan uji sampai.",
    limit:
      "Tidak perlu apa-apa: pengiriman berlanjut saat tujuan mengizinkan. Jika berlarut, kirim lebih sedikit ke sana.",
    wait: "Dicoba lagi paling lambat tiap sepuluh menit. Jika berlarut, periksa alamat dan penerimanya.",
  },
  changed: (channel) => `Kanal ${channel} kini menuju tempat lain`,
  changedBy: (token) =>
    `Tujuannya diubah oleh ${token}. Jika bukan dari tim Anda, hapus token itu dan atur ulang alamatnya.`,
  standing: (_detail, next) => next ?? "",
  lasted: (duration) => `Masalahnya berlangsung ${duration}`,
  hello: (channel) => `Halo dari Tallylight, ${channel}`,
  test: "Ini pesan uji: pesan dari Tallylight sampai di sini.",
  unknown: {
    title: "Ada yang tidak beres di Tallylight",
    next: "Halaman Sekarang menunjukkan apa yang perlu dilakukan.",
    over: "Tallylight sudah beres lagi",
  },
  troubles: {
    tick_ahead: {
      title: "Detak terakhir mendahului jam",
      next: "Betulkan jam atau tunggu: sampai saat itu tidak ada detak yang dihitung.",
      over: "Jam sudah menyusul detak",
    },
    no_ticks: {
      title: "Detak sempat hilang",
      next: "Tanpa detak tidak ada yang dibaca. Periksa apakah pemicu cron masih ada.",
      over: "Detak datang lagi",
    },
    tick_failed: { title: "Detak gagal", next: "Log memuat sebabnya.", over: "Detak selesai dengan baik lagi" },
    no_polls: {
      title: "Tidak ada yang dibaca",
      next: "Lihat log, dan periksa apakah antrean “polls” punya konsumen.",
      over: "Target dibaca lagi",
    },
    batches_lost: {
      title: "Pembacaan terus-menerus hilang",
      next: "Mungkin waktu CPU kurang. Lihat log; paket berbayar memberi lebih banyak.",
      over: "Tidak ada lagi pembacaan yang hilang",
    },
    queue_refused: {
      title: "Antrean tidak menerima pesan",
      next: "Paket gratis punya 10.000 operasi sehari: sampai pulih, tiap detak membaca sebisanya sendiri.",
      over: "Antrean menerima pesan lagi",
    },
    database_quota: {
      title: "Jatah baris basis data hari ini hampir habis",
      next: "Tutup tab yang tidak dilihat, kurangi frekuensi, atau pakai paket berbayar Cloudflare: bila habis, tidak ada yang dibaca sampai tengah malam UTC.",
      over: "Basis data punya jatah baris lagi",
    },
    not_connected: {
      title: "Belum ada layanan yang terhubung",
      next: "Masukkan alamat dan kredensial layanan.",
      over: "Layanan sudah terhubung",
    },
    budget_exceeded: {
      title: "Panggilan per menit kurang",
      next: "Izinkan lebih banyak panggilan per menit di Pengaturan, atau cek lebih jarang.",
      over: "Panggilan per menit cukup lagi",
    },
    behind: {
      title: "Pembacaan tertinggal",
      next: "Periksa berapa lama layanan menjawab dan apakah CPU mesin masih longgar; jika tidak, baca lebih jarang.",
      over: "Pembacaan kembali tepat waktu",
    },
    upstream_unauthorized: {
      title: "Layanan yang dipantau menolak kredensial",
      next: "Perbaiki kunci atau kata sandi di Langkah pertama atau di lingkungan. Sampai benar, satu percobaan dilakukan tiap sepuluh menit.",
      over: "Layanan yang dipantau menerima kredensial lagi",
    },
    upstream_key_expired: {
      title: "Kunci akun sudah kedaluwarsa",
      next: "Perbarui kunci di layanan itu. Sampai saat itu satu percobaan dilakukan tiap sepuluh menit.",
      over: "Kunci akun berlaku lagi",
    },
    upstream_throttled: {
      title: "Layanan yang dipantau meminta lebih sedikit panggilan",
      next: "Tidak perlu tindakan: pembacaan menunggu, lalu pulih perlahan. Jika terulang, turunkan UPSTREAM_POLLS_PER_MINUTE.",
      over: "Layanan yang dipantau boleh dipanggil lagi",
    },
    upstream_refused: {
      title: "Layanan yang dipantau menolak satu operasi",
      next: "Semua yang lain tetap dibaca seperti biasa.",
      over: "Layanan yang dipantau menjawab semua operasi lagi",
    },
    upstream_failing: {
      title: "Semua pembacaan gagal",
      next: "Periksa UPSTREAM_BASE_URL dan path operasinya.",
      over: "Pembacaan berhasil lagi",
    },
    upstream_drifted: {
      title: "Bentuk jawaban layanan yang dipantau berubah",
      next: "Uji koneksinya di Langkah pertama, lalu pilih lagi nilai yang berarti live.",
      over: "Jawaban layanan terbaca lagi",
    },
    upstream_suspect: {
      title: "Terlalu banyak kreator berubah sekaligus",
      next: "Tidak perlu tindakan: perubahan ditahan sampai pembacaan berikutnya memastikannya. Jika terulang, periksa layanannya.",
      over: "Kreator tidak lagi berubah serentak",
    },
    upstream_unknown: {
      title: "Tidak diketahui siapa yang sedang live",
      next: "Uji koneksinya di Langkah pertama dengan seseorang yang sedang live, lalu pilih lagi nilai yang berarti live.",
      over: "Sudah diketahui lagi siapa yang live",
    },
    account_key_lost: {
      title: "Kunci akun layanan hilang",
      next: "Tambahkan lagi kunci yang mengenkripsi akun itu, atau masukkan lagi akunnya.",
      over: "Kunci akun layanan ada lagi",
    },
    channel_key_lost: {
      title: "Kunci sebuah kanal hilang",
      next: "Tambahkan lagi kunci yang mengenkripsi pengaturannya, atau masukkan lagi pengaturannya.",
      over: "Kunci semua kanal ada lagi",
    },
    channel_failing: {
      title: "Pesan ke sebuah kanal tidak sampai",
      next: "Buka Kanal untuk melihat yang mana dan apa yang perlu dilakukan.",
      over: "Pesan sampai lagi ke semua kanal",
    },
  },
};

export const board: Translation<BoardWords> = {
  onAir: (count) => `${count} sedang live`,
  nobody: "Tidak ada yang sedang live",
  nobodyKnown: "Sejauh diketahui, tidak ada yang live",
  unknown: (count) => `${count} tidak diketahui`,
  unknownSince: (when) => say`tidak diketahui sejak ${when}, live sampai saat itu`,
  blind: "Tidak diketahui siapa yang sedang live",
  since: (when) => say`sejak ${when}`,
  sinceAtLeast: (when) => say`setidaknya sejak ${when}`,
  blindSince: (when) => say`Tidak diketahui sejak ${when}. Yang terakhir diketahui:`,
  more: (count) => `dan ${count} lainnya`,
  moreThan: (count) => `dan lebih dari ${count} lainnya`,
  checked: (when) => say`Diperiksa ${when}`,
  placeholder: "Pesan ini atau yang lebih baru menampilkan siapa yang sedang live.",
  over: "Papan ini tidak diperbarui lagi.",
};

export const channels: Translation<ChannelWords> = {
  update: "Kabar",
  moreUpdates: (count) => `${count} kabar lainnya`,
  more: (count) => `${count} lainnya`,
  left: (count) => `+${count} lainnya`,
  did: (names, did) => `${names} ${did}`,
  comma: ", ",
  colon: ": ",
  inPicture: (legend) => `Di gambar: ${legend}`,
  digest: "Rangkuman",
  picture: "Gambar",
  moment: "{date_short_pretty} pukul {time}",
  pictureOf: (name) => `Foto ${name}`,
  coverOf: (name) => `Sampul siaran ${name}`,
  unsubscribe: "Berhenti berlangganan",
};

export const digest: Translation<DigestWords> = {
  quiet: (period) =>
    `${{ day: "Hari yang tenang", week: "Minggu yang tenang", month: "Bulan yang tenang", period: "Periode yang tenang" }[period]}: tidak ada yang menonjol.`,
  headline: (facts) => `${facts.join("; ")}.`,
  passedOver: (count) => `${count} sebelumnya dilewati`,
  those: (titles, note) => `${titles.join(", ")}: ${note}`,
  rest: "Lihat selengkapnya",
};

export const upstream: Translation<UpstreamWords> = {
  drifted: (operation, path) =>
    `Sebagian besar jawaban ${operation} tidak lagi terbaca${path === "" ? "" : ` (di ${path})`}. Uji koneksinya di Langkah pertama, atau perbaiki UPSTREAM_OPERATIONS.`,
  incomplete: {
    title: "Sebagian besar item sebuah daftar hilang sekaligus",
    next: "Tidak perlu tindakan: item baru dianggap hilang jika jawaban berikutnya memastikannya. Jika terulang, periksa layanannya.",
    over: "Jawaban tentang sebuah daftar kembali sesuai",
  },
  refused: (operation, status, limited) =>
    limited
      ? `Layanan yang dipantau membatasi ${operation} (${status})`
      : `Layanan yang dipantau menolak ${operation} (${status})`,
  refusedNext: (limited) =>
    limited
      ? "Tidak perlu tindakan: pembacaan ini menunggu selama yang diminta layanan. Semua yang lain tetap dibaca seperti biasa."
      : "Semua yang lain tetap dibaca seperti biasa. Pastikan akun Anda boleh memakai operasi ini. Sampai saat itu satu percobaan dilakukan tiap sepuluh menit.",
  refusedOver: (operation) => `Layanan yang dipantau menjawab ${operation} lagi`,
};

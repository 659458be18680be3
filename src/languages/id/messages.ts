import type { ChannelWords } from "../../channels/words/en.ts";
import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { BoardWords } from "../../features/boards/message/words/en.ts";
import type { DigestWords } from "../../features/digests/message/words/en.ts";
import type { UpstreamWords } from "../../kinds/upstream-words/en.ts";

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
};

export const upstream: Translation<UpstreamWords> = {
  drifted: (operation, path) =>
    `Sebagian besar jawaban ${operation} tidak lagi terbaca${path === "" ? "" : ` (di ${path})`}. Bandingkan satu (POST /v1/upstream/probe) dengan pointernya di UPSTREAM_OPERATIONS.`,
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

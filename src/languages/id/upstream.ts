import type { Translation } from "../../core/language.ts";
import type { UpstreamWords } from "../../kinds/upstream-words/en.ts";

export const id: Translation<UpstreamWords> = {
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

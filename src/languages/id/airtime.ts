import type { Translation } from "../../core/language.ts";
import type { AirtimeMethodWords } from "../../sections/airtime/method/words/en.ts";
import type { AirtimeWords } from "../../sections/airtime/words/en.ts";

export const sectionAirtime: Translation<AirtimeWords> = {
  title: "Laporan jam siaran",
  none: "kreator untuk laporan jam siaran",
  many: "kreator dalam laporan",
  airtime: "Jam siaran",
  watchedThen: (change, count) => `${change}, untuk ${count} yang sudah dipantau`,
  validDays: "Hari valid",
  streams: (count) => `${count} siaran`,
  goals: "Target tercapai",
  of: (count, all) => `${count} dari ${all}`,
  notOnCourse: (count) => `${count} tertinggal atau meleset`,
  coverage: "Cakupan",
  notWatched: "tidak dipantau",
  atLeast: (time) => `setidaknya ${time}`,
  rows: "Jam siaran dan hari valid",
  standing: "Target bulanan",
  reached: "tercapai",
  behind: "tertinggal",
  out: "tidak terkejar",
  missed: "tidak tercapai",
  unknown: "tidak pasti",
  not_started: "belum dihitung",
  inTotal: (time) => `${time} siaran secara keseluruhan`,
  changed: (fact, change) => `${fact} (${change})`,
  noAirtime: "Tidak ada siaran yang terlihat.",
  unobserved: (share) =>
    `Selama ${share} dari waktu ini kami tidak tahu siapa yang live, jadi jam siaran sebenarnya bisa lebih tinggi.`,
  whole: "Laporan lengkap",
  table: "Semua baris sebagai CSV",
  creator: "Kreator",
  change: "Perubahan",
  streamsHead: "Siaran",
  average: "Rata-rata penonton",
  peak: "Puncak penonton",
  goal: "Target",
  all: (count) => `${count} kreator secara keseluruhan`,
  earlier: "Bulan sebelumnya",
  later: "Bulan berikutnya",
  soFar: "sejauh ini",
  noSeconds: "Detik tidak ditampilkan, jadi total bisa beberapa menit lebih banyak daripada baris-barisnya.",
};

export const sectionAirtimeMethod: Translation<AirtimeMethodWords> = {
  title: "Cara angka ini dihitung",
  period: (days, zone) => `Periode: ${days}. Hari dihitung dari tengah malam ke tengah malam di ${zone}.`,
  soFar: (at) => `Periode belum selesai: angka per ${at}.`,
  watched: (share) => `Terpantau selama ${share} dari waktu.`,
  watchedSince: (share) => `Terpantau selama ${share} dari waktu sejak ditambahkan.`,
  watchedSome: (share, later, all) =>
    `Terpantau selama ${share} dari waktu sejak ditambahkan. ${later} dari ${all} kreator ditambahkan kemudian.`,
  unknown: (time) =>
    `Selama total ${time} tidak diketahui apakah mereka live: waktu itu tidak dihitung, jadi jam siaran bisa lebih tinggi hingga sebanyak itu.`,
  checks:
    "Sebuah siaran dihitung dari pemeriksaan pertama yang melihatnya live sampai pemeriksaan pertama yang tidak lagi. Jadi setiap awal dan akhir tepat hingga jarak antara dua pemeriksaan.",
  exact: (time) => `Secara keseluruhan, jam siaran tepat hingga ± ${time}.`,
  sheet: "Metode",
  column: "Kolom",
  unit: "Satuan",
  meaning: "Arti",
  units: {
    hoursMinutes: "jam dan menit",
    seconds: "detik",
    days: "hari",
    number: "jumlah",
    viewers: "penonton",
    viewerHours: "penonton × jam",
    viewerSeconds: "penonton × detik",
    percent: "persen",
    share: "0 sampai 1",
    text: "teks",
  },
  columns: {
    name: "Kreator, dengan nama seperti di daftar.",
    seconds: "Waktu dalam periode saat pemeriksaan melihat kreator live. Waktu yang tidak terpantau tidak termasuk.",
    change:
      "Jam siaran dikurangi jam siaran bagian yang sama dari periode sebelumnya. Kosong atau – jika kurang dari separuh salah satunya diketahui.",
    days: (zone) => `Hari di ${zone} yang ada siarannya.`,
    validDays: (minutes) =>
      `Hari dengan jam siaran minimal ${minutes} mnt. Siaran yang melewati tengah malam dibagi ke masing-masing hari.`,
    streams: "Siaran yang live kapan saja dalam periode. Putus sebentar bukan akhir: siaran berlanjut setelahnya.",
    averageViewers:
      "Jumlah penonton yang terbaca selama siaran, dibobot menurut waktu. Kosong atau – jika tidak ada yang terbaca.",
    peakViewers: "Jumlah penonton tertinggi yang terbaca. Di antara dua pemeriksaan bisa saja lebih tinggi.",
    viewerSeconds: "Setiap jumlah penonton dikali waktu berlakunya, lalu dijumlahkan.",
    bestPlaces: "Peringkat terbaik di setiap ranking yang dipantau untuk kreator. 1 adalah yang pertama.",
    missedSlots:
      "Jam mulai yang biasanya begitu teratur sehingga absennya terlihat, dan lewat tanpa siaran meskipun kreator diperiksa. – jika tidak ada.",
    longestRunDays: "Hari berturut-turut terbanyak yang ada siarannya.",
    coverage:
      "Bagian dari seluruh periode sejauh ini saat diketahui apakah kreator live. Waktu sebelum kreator ditambahkan, tanpa pemeriksaan yang berhasil, atau saat dijeda tidak diketahui. Kosong atau – jika kreator ditambahkan setelah periode ini.",
    unknownSeconds: "Sisa periode itu. Jam siaran bisa lebih tinggi hingga sebanyak itu.",
    watchedSince: "Kapan kreator ditambahkan. Waktu sebelumnya tidak diketahui.",
    removed: "true jika kreator sudah dihapus sejak itu.",
    uncertaintySeconds:
      "Seberapa jauh jam siaran bisa meleset karena siaran mulai dan selesai di antara dua pemeriksaan: yang lebih besar antara yang mungkin kurang di awal dan yang mungkin lebih di akhir. Kosong atau – jika pemeriksaan itu tidak disimpan.",
    goal: "Target untuk bulan kalender tempat periode berakhir: jam dan hari valid sejauh ini, dan kekurangannya. Zona waktu dan hari valid milik target itu sendiri yang berlaku.",
  },
  signatures: "Tanda tangan kedua pihak",
  agency: "Agensi",
  client: "Klien",
  signedName: "Nama",
  signedDate: "Tanggal",
  signature: "Tanda tangan",
};

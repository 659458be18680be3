import type { Translation } from "../../core/language.ts";
import type { CoreWords } from "../../core/words.ts";

export const core: Translation<CoreWords> = {
  units: { s: " dtk", m: " mnt", h: " jam", d: " hr", between: " " },
  within: (growth, length) => `${growth} dalam ${length}`,
  since: (growth, date) => `${growth} sejak ${date}`,
  place: (place) => `peringkat ${place}`,
  placeMove: (before, after) => `peringkat ${before} → ${after}`,
  hours: () => ({
    days: ["Sen senin", "Sel selasa", "Rab rabu", "Kam kamis", "Jum jumat", "Sab sabtu", "Min minggu ahad"],
    everyDay: ["setiap hari", "tiap hari"],
    weekend: ["akhir pekan"],
    workingDays: ["hari kerja"],
    to: ["sampai", "hingga", "s/d"],
    empty: ["dan", "mulai", "dari", "jam", "pukul", "hari"],
  }),
};

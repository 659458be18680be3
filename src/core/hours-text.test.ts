import fc from "fast-check";
import { expect, test } from "vitest";
import { hoursText, readHours } from "./hours-text.ts";
import { LANGUAGES, type Language } from "./language.ts";
import { DAYS, windowsOf, type WeeklyHours } from "./weekly-hours.ts";

const WORK = ["mon", "tue", "wed", "thu", "fri"];

test.each<[text: string, language: Language, days: string[], from: string, to: string]>([
  ["Mo-Fr 20-23 Uhr", "de", WORK, "20:00", "23:00"],
  ["weekends from 8pm", "en", ["sat", "sun"], "20:00", "23:00"],
  ["daily 20:00–23:00", "en", [...DAYS], "20:00", "23:00"],
  ["tue thu 7-9pm", "en", ["tue", "thu"], "19:00", "21:00"],
  ["Tuesdays and Thursdays, 11am to 1pm", "en", ["tue", "thu"], "11:00", "13:00"],
  ["fri 11-1pm", "en", ["fri"], "11:00", "13:00"],
  ["Sat 10pm-2am", "en", ["sat"], "22:00", "02:00"],
  ["Fri–Sun 9.30 p.m.", "en", ["fri", "sat", "sun"], "21:30", "00:30"],
  ["sat-mon 20", "en", ["mon", "sat", "sun"], "20:00", "23:00"],
  ["20-24", "en", [...DAYS], "20:00", "00:00"],
  ["12am-3am", "en", [...DAYS], "00:00", "03:00"],
  ["täglich ab 19 Uhr", "de", [...DAYS], "19:00", "22:00"],
  ["am Wochenende von 22:00 bis 2:00", "de", ["sat", "sun"], "22:00", "02:00"],
  ["Di und Do 18.30-21", "de", ["tue", "thu"], "18:30", "21:00"],
  ["lunes a viernes de 20 a 23h", "es", WORK, "20:00", "23:00"],
  ["miércoles y sábados desde las 21:30", "es", ["wed", "sat"], "21:30", "00:30"],
  ["segunda a sexta, das 20h às 23h", "pt-BR", WORK, "20:00", "23:00"],
  ["terça-feira e quinta-feira a partir das 19h", "pt-BR", ["tue", "thu"], "19:00", "22:00"],
  ["dim. 20h-23h30", "fr", ["sun"], "20:00", "23:30"],
  ["tous les jours à partir de 21h", "fr", [...DAYS], "21:00", "00:00"],
  ["月〜金 20時〜23時", "ja", WORK, "20:00", "23:00"],
  ["毎日 21時半から", "ja", [...DAYS], "21:30", "00:30"],
  ["土曜日と日曜日 ２０：００～２２：００", "ja", ["sat", "sun"], "20:00", "22:00"],
  ["Senin–Jumat jam 19.00 sampai 21.00", "id", WORK, "19:00", "21:00"],
  ["setiap hari mulai 20", "id", [...DAYS], "20:00", "23:00"],
  ["thứ hai đến thứ sáu 20h-22h", "vi", WORK, "20:00", "22:00"],
  ["cuối tuần từ 20h30", "vi", ["sat", "sun"], "20:30", "23:30"],
  ["T7, CN 20:00-22:00", "vi", ["sat", "sun"], "20:00", "22:00"],
])("%s", (text, language, days, from, to) => {
  expect(readHours(text, language)).toEqual([{ days, from, to }]);
});

test("several hours are read, each with its days", () => {
  expect(readHours("Mo, Mi 20-23; Sa 18-2", "de")).toEqual([
    { days: ["mon", "wed"], from: "20:00", to: "23:00" },
    { days: ["sat"], from: "18:00", to: "02:00" },
  ]);
  expect(readHours("Mon-Fri 8pm, Sat 3pm-5pm")).toEqual([
    { days: WORK, from: "20:00", to: "23:00" },
    { days: ["sat"], from: "15:00", to: "17:00" },
  ]);
});

test.each([
  "sometimes",
  "Mon-Fri",
  "evenings 25:00",
  "20:75",
  "mon 20-20",
  "<script>",
  "7012345678",
  "mon 13pm",
  "-",
  "20 maybe",
])("%s is no hours", (text) => {
  expect(readHours(text)).toHaveProperty("word");
});

test("the word that isn't understood is named", () => {
  expect(readHours("Mon-Fri blorp 20")).toEqual({ word: "blorp" });
  expect(readHours("")).toEqual([]);
});

const hours = fc.record({
  days: fc.subarray([...DAYS], { minLength: 1 }),
  from: fc.integer({ min: 0, max: 1439 }),
  minutes: fc.integer({ min: 1, max: 1439 }),
});
const two = (value: number) => String(value).padStart(2, "0");
const time = (minutes: number) => `${two(Math.floor((minutes % 1440) / 60))}:${two(minutes % 60)}`;

test("what is shown back is read as the same, in every language", () => {
  fc.assert(
    fc.property(fc.array(hours, { minLength: 1, maxLength: 4 }), fc.constantFrom(...LANGUAGES), (all, language) => {
      const written: WeeklyHours[] = all.map(({ days, from, minutes }) => ({
        days,
        from: time(from),
        to: time(from + minutes),
      }));
      expect(readHours(hoursText(written, language), language)).toEqual(written);
      const windows = windowsOf(written);
      expect(windows).toHaveLength(all.reduce((sum, { days }) => sum + days.length, 0));
      expect(windows.map(({ minutes }) => minutes)).toEqual(
        all.flatMap(({ days, minutes }) => days.map(() => minutes)),
      );
    }),
    { numRuns: 300 },
  );
});

test("no text makes it fail", () => {
  const texts = fc.string({ unit: "grapheme", maxLength: 400 });
  fc.assert(
    fc.property(texts, fc.constantFrom(...LANGUAGES), (text, language) => {
      expect(readHours(text, language)).toBeTypeOf("object");
    }),
    { numRuns: 300 },
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { drawable, fit, fitApart, lettersFor, widthOf, wrap } from "./lettering.ts";

const SETTING = { size: 28, fallback: "B" };

test("known characters are drawn, unknown accents are removed, and emoji are omitted", () => {
  expect(drawable("Łukasz Żak")).toBe("Łukasz Żak");
  expect(drawable("Zoe\u0308")).toBe("Zoë");
  expect(drawable("m\u0331aria")).toBe("maria");
  expect(drawable("𝓜𝓪𝓻𝓲𝓪")).toBe("Maria");
  expect(drawable("🔥 kaya ❤️ 👩‍👩‍👧")).toBe("kaya");
  expect(drawable("Ελένη и Анна ▲ 5 %")).toBe("Ελένη и Анна ▲ 5 %");
});

test("a name that would lose over half of its letters is replaced when drawn, but shown unchanged", () => {
  expect(drawable("中村さくら")).toBeNull();
  expect(drawable("Maria 中村")).toBe("Maria");
  expect(drawable("🔥🔥")).toBeNull();
  expect(fit("中村さくら", 400, SETTING)).toMatchObject({ shown: "中村さくら", drawn: "B" });
  expect(fit("", 400, SETTING)).toMatchObject({ shown: "B", drawn: "B" });
});

test("a cut text fits its width and ends in …", () => {
  const { shown, drawn, width } = fit("the.very.long.creator.name", 200, SETTING);
  expect(shown).toBe(drawn);
  expect(shown).toMatch(/^the\.very.*[^.]…$/);
  expect(width).toBeLessThanOrEqual(200);
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 500 }), fc.integer({ min: 0, max: 400 }), (text, room) => {
      const fitted = fit(text, room, SETTING);
      expect(widthOf(fitted.shown, 28, false)).toBeLessThanOrEqual(room);
      expect(widthOf(fitted.drawn, 28, false)).toBeLessThanOrEqual(room);
      expect(fitted.shown.isWellFormed()).toBe(true);
    }),
  );
});

test("a long line is broken between words, into at most the allowed number of lines", () => {
  const lines = wrap("one two three four five six seven eight nine ten", 2, 200, { size: 28 });
  expect(lines.map(({ shown }) => shown)).toEqual(["one two three", "four five six…"]);
  expect(wrap("short", 2, 200, { size: 28 })).toHaveLength(1);
  expect(wrap("", 2, 200, { size: 28 })).toHaveLength(0);
});

test("in a chart a letter replaces a name that cannot be drawn or would look like another", () => {
  const labels = ["Maria", "中村さくら", "محمد", "Kenji 中村", "Kenji 田中", "A", "ไทย", "한국어"];
  const fits = fitApart(labels, 400, { size: 28 });
  expect(fits.map(({ drawn }) => drawn)).toEqual(["Maria", "B", "C", "D", "E", "A", "F", "G"]);
  expect(fits.map(({ shown }) => shown)).toEqual(labels);
  expect(lettersFor(["Maria", "Zoë", "🔥 kaya"])).toEqual([null, null, null]);
  expect(lettersFor(["", "🔥🔥", "🎉 433", "李娜 Live"])).toEqual(["A", "B", "C", "D"]);
});

test("labels of a chart are cut so that they stay distinct", () => {
  const labels = ["Daily", "Weekly", "Weekly Gifts"].map((title) => `Kenji Plays the Guitar · ${title}`);
  const drawn = fitApart(labels, 170, { size: 28, bold: true }).map((one) => one.drawn);
  expect(new Set(drawn).size).toBe(3);
  for (const one of drawn) expect(widthOf(one, 28, true)).toBeLessThanOrEqual(170);
});

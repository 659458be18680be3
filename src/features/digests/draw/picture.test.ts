import { readFileSync } from "node:fs";
import { decode } from "fast-png";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SAMPLES } from "../../../../test/support/charts.ts";
import { anyChart, draw } from "../../../../test/support/outlines.ts";
import { runs } from "../../../../test/support/runs.ts";
import { sceneOf } from "../../../pictures/scene-of.ts";
import { OUTLINES_FILE } from "../../../pictures/outlines.ts";
import { THEMES, type Theme } from "../../../pictures/theme.ts";
import { drawerOf } from "./drawer.ts";

const colorAt = ({ data, palette, width }: ReturnType<typeof decode>, x: number, y: number): string =>
  `#${palette![data[y * width + x]!]!.map((part) => part!.toString(16).padStart(2, "0")).join("")}`;

describe.each(Object.entries(SAMPLES))("%s", (_, chart) => {
  test.each(["light", "dark"] as Theme[])("is a small PNG that other readers accept, %s", (theme) => {
    const bytes = draw(chart, theme);
    const image = decode(bytes, { checkCrc: true });
    const { width, height } = sceneOf(chart);
    expect(image).toMatchObject({ width, height, channels: 1, depth: 8 });
    for (const x of [0, width - 1]) expect(colorAt(image, x, height - 1)).toBe(THEMES[theme].surface);
    expect(bytes.length).toBeLessThan(45_000);
    expect(Buffer.from(draw(structuredClone(chart), theme)).equals(bytes)).toBe(true);
  });
});

test("a bar has its color, and its title is drawn", () => {
  const chart = SAMPLES["bars"]!;
  const image = decode(draw(chart, "light"));
  const bar = sceneOf(chart).shapes.find((one) => one.kind === "box" && one.fill === "up");
  if (bar?.kind !== "box") throw new Error("no bar");
  expect(colorAt(image, Math.round(bar.x + bar.width / 2), Math.round(bar.y + bar.height / 2))).toBe(THEMES.light.up);
  const title = Array.from({ length: 300 * 40 }, (_, i) => colorAt(image, 48 + (i % 300), 50 + Math.floor(i / 300)));
  expect(title.filter((one) => one === THEMES.light.text).length).toBeGreaterThan(500);
});

test("any chart becomes a picture", () => {
  fc.assert(
    fc.property(anyChart, (chart) => {
      const { width, height } = decode(draw(chart, "dark"));
      expect([width, height]).toEqual([sceneOf(chart).width, sceneOf(chart).height]);
    }),
    { numRuns: runs(60) },
  );
});

test("without the font file nothing is drawn and the reason is reported; once available, it is read once", async () => {
  const failed: unknown[] = [];
  let reads = 0;
  let there = false;
  const drawer = drawerOf(
    async () => {
      reads++;
      if (!there) throw new Error("not deployed");
      return new Response(readFileSync(`build/served/${OUTLINES_FILE}`));
    },
    (thrown) => failed.push(thrown),
  );
  expect(await drawer()).toBeNull();
  expect(failed.map(String)).toEqual(["Error: not deployed"]);
  there = true;
  const chart = SAMPLES["bars"]!;
  for (let n = 0; n < 2; n++)
    expect(Buffer.from((await drawer())!(chart, "light")).equals(draw(chart, "light"))).toBe(true);
  expect(reads).toBe(2);
});

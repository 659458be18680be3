import { mkdir } from "node:fs/promises";
import fc from "fast-check";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { sceneOf } from "../../src/pictures/scene-of.ts";
import { svgOf } from "../../src/pictures/svg.ts";
import { chromiumPath, openBrowser } from "../support/browser.ts";
import { SAMPLES } from "../support/charts.ts";
import { anyChart, draw } from "../support/outlines.ts";
import { runs } from "../support/runs.ts";

let browser: Browser;

beforeAll(async () => {
  if (chromiumPath !== undefined) browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

const source = (type: string, bytes: string | Uint8Array): string =>
  `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;

test.skipIf(chromiumPath === undefined)("a gallery of every form, light and dark, large and on a phone", async () => {
  await mkdir("test-results", { recursive: true });
  for (const colorScheme of ["light", "dark"] as const) {
    const images = Object.values(SAMPLES).flatMap((chart) => [
      source("image/png", draw(chart, colorScheme)),
      source("image/svg+xml", svgOf(chart)),
    ]);
    for (const width of [1000, 360]) {
      const page = await browser.newPage({ viewport: { width: width * 2 + 24, height: 800 }, colorScheme });
      const ground = colorScheme === "light" ? "#d9dce1" : "#000";
      const displayed = images.map((image) => `<img width="${width}" src="${image}">`).join("");
      await page.setContent(
        `<body style="margin:4px;background:${ground};display:grid;grid-template-columns:auto auto;gap:8px">${displayed}`,
      );
      const sizes = await page.evaluate<[number, number][]>(
        `Promise.all([...document.images].map(async (image) => (await image.decode(), [image.naturalWidth, image.naturalHeight])))`,
      );
      const expected = Object.values(SAMPLES).flatMap((chart) => {
        const { width, height } = sceneOf(chart);
        return [
          [width, height],
          [width, height],
        ];
      });
      expect(sizes).toEqual(expected);
      await page.screenshot({ path: `test-results/pictures-${colorScheme}-${width}.png`, fullPage: true });
      await page.close();
    }
  }
});

test.skipIf(chromiumPath === undefined)("whatever a chart holds, its SVG is well-formed", async () => {
  const page = await browser.newPage();
  const charts = [...Object.values(SAMPLES), ...fc.sample(anyChart, runs(300))];
  const faults = await page.evaluate(
    `(${JSON.stringify(charts.map(svgOf))}).filter((text) =>
      new DOMParser().parseFromString(text, "image/svg+xml").querySelector("parsererror") !== null)`,
  );
  expect(faults).toEqual([]);
  await page.close();
});

test.skipIf(chromiumPath === undefined)(
  "with this machine's fonts too, an SVG's texts keep within the picture",
  async () => {
    const page = await browser.newPage();
    const long = "the.very.long.name.of.a.creator 中村 🔥 ".repeat(3);
    const wide = Object.values(SAMPLES).map((chart) => {
      if (chart.form === "bars")
        return { ...chart, title: long, rows: chart.rows.map((row) => ({ ...row, label: long })) };
      if (chart.form === "lines") return { ...chart, lines: chart.lines.map((line) => ({ ...line, label: long })) };
      return { ...chart, subtitle: long, rows: chart.rows.map((row) => ({ ...row, label: long, text: long })) };
    });
    for (const chart of [...Object.values(SAMPLES), ...wide]) {
      await page.setContent(svgOf(chart));
      const outside = await page.evaluate(`(() => {
      const { width, height } = document.querySelector("svg").viewBox.baseVal;
      return [...document.querySelectorAll("svg text")].filter((text) => {
        const box = text.getBBox();
        return box.x < 0 || box.y < 0 || box.x + box.width > width || box.y + box.height > height;
      }).map((text) => text.textContent);
    })()`);
      expect(outside).toEqual([]);
    }
    await page.close();
  },
);

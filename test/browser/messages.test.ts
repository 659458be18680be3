import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { eventTypeNames } from "../../src/kinds/events.ts";
import { scenes } from "../pictures/scenes.ts";
import { takePages } from "../pictures/pages.ts";
import { takePictures } from "../pictures/take.ts";
import { chromiumPath } from "../support/browser.ts";

test("the documents show every event type", () => {
  const notified = Object.values(scenes).flatMap((scene) => scene("http://127.0.0.1").flatMap(({ events }) => events));
  expect(new Set(notified.map(({ type }) => type))).toEqual(new Set(eventTypeNames));
});

/** Where `npm run pictures` wants them. */
const wanted = process.env["PICTURES"];

test.skipIf(chromiumPath === undefined || !(process.env["LONG"] || wanted))(
  "their pictures can be taken anew, and are small",
  async () => {
    const folder = wanted ?? "test-results/pictures";
    await takePages(folder);
    await takePictures(folder, wanted === undefined ? ["en"] : ["en", "de"]);
    const there = await readdir("docs");
    for (const name of (await readdir(folder)).filter((one) => one.endsWith(".png"))) {
      expect(there).toContain(name);
      const created = await readFile(`${folder}/${name}`);
      expect(created.length, name).toBeLessThan(name.startsWith("page-") ? 150_000 : 220_000);
    }
  },
);

import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { eventTypeNames } from "../../src/targets/events.ts";
import { scenes } from "../pictures/scenes.ts";
import { takePictures } from "../pictures/take.ts";
import { chromiumPath } from "../support/browser.ts";

test("the documents show every event type", () => {
  const told = Object.values(scenes).flatMap((scene) => scene("http://127.0.0.1").flatMap(({ events }) => events));
  expect(new Set(told.map(({ type }) => type))).toEqual(new Set(eventTypeNames));
});

test.skipIf(chromiumPath === undefined || !process.env["LONG"])(
  "their pictures can be taken anew, and are small",
  async () => {
    const folder = "test-results/pictures";
    await takePictures(folder, ["en"]);
    const there = await readdir("docs");
    for (const name of await readdir(folder)) {
      expect(there).toContain(name);
      const made = await readFile(`${folder}/${name}`);
      expect(made.length, name).toBeLessThan(200_000);
    }
  },
);

import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { takePages } from "../pictures/pages.ts";
import { takePictures } from "../pictures/take.ts";
import { chromiumPath } from "../support/browser.ts";

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

import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { bundledPackages } from "../../host/runtime/bundle.ts";
import { places } from "../../tools/openapi/write.ts";

test("the terms of every package in the deployed script, and of the font, are deployed with it", async () => {
  const text = await readFile(places.thirdParty, "utf8");
  const packages = await bundledPackages("src/worker.ts");
  const known = ["hono", "zod", "papaparse", "temporal-polyfill"].map((name) => `node_modules/${name}`);
  expect(packages).toEqual(expect.arrayContaining(known));
  for (const folder of packages) {
    const { name, version } = JSON.parse(await readFile(`${folder}/package.json`, "utf8")) as Record<string, string>;
    expect(text).toContain(`\n${name} ${version} (`);
  }
  const font = await readFile("src/pictures/font-license.txt", "utf8");
  expect(text).toContain(font.trim());
  expect(
    text.match(/Permission is hereby granted|Redistribution and use|Permission to use, copy/g)!.length,
  ).toBeGreaterThanOrEqual(packages.length);
});

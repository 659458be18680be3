import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { bundle, bundledPackages } from "../../host/runtime/bundle.ts";
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

const ENTRIES = ["start", "build", "backup", "restore", "deploy"].map((name) => `host/${name}.ts`);

/** The packages that these modules import, and those that they import in turn. */
async function packagesOf(entryPoints: string[]): Promise<Set<string>> {
  const { metafile } = await build({
    entryPoints,
    bundle: true,
    write: false,
    metafile: true,
    outdir: "nowhere",
    platform: "node",
    format: "esm",
    packages: "external",
    jsx: "automatic",
    jsxImportSource: "hono/jsx",
    logLevel: "error",
  });
  const imported = Object.values(metafile.inputs).flatMap(({ imports }) => imports);
  const names = imported
    .filter(({ external, path }) => external === true && !path.startsWith("node:"))
    .map(({ path }) =>
      path
        .split("/")
        .slice(0, path.startsWith("@") ? 2 : 1)
        .join("/"),
    );
  return new Set(names);
}

test("what runs without the development's packages needs none of them", async () => {
  const names = [...(await packagesOf([...ENTRIES, "host/runtime/prepare.ts", "src/worker.ts", "sim/worker.ts"]))];
  const { dependencies } = JSON.parse(await readFile("package.json", "utf8")) as { dependencies: object };
  expect(names).toEqual(expect.arrayContaining(["esbuild", "wrangler", "hono"]));
  // Its Workers are read as files, and nothing of it runs.
  expect(names).not.toContain("miniflare");
  expect(dependencies).toHaveProperty("miniflare");
  expect(names.filter((name) => !(name in dependencies))).toEqual([]);
});

test("the host has nothing in its memory of what prepares its start: each of these packages is megabytes for good", async () => {
  expect(await packagesOf(["host/start.ts"])).toEqual(new Set(["compression", "httpxy", "ipaddr.js", "@noble/hashes"]));
});

/** What is deployed is read whole before an isolate does anything: a megabyte is fine, and this notices what grows. */
const MAX_BYTES = 900_000;

test("the Worker stays small: what it need not carry is a file beside it", async () => {
  const modules = (await bundle("src/worker.ts", { small: true })).filter(({ path }) => path.endsWith(".js"));
  const names = modules.map(({ path }) => path.replace(/-[A-Z0-9]{8}\.js$/, ".js"));
  const seldom = ["picture.js", "migrations.js", "config-yaml.js", "answer-in-time.js", "requests.js", "server.js"];
  expect(new Set(names)).toEqual(new Set(["worker.js", "chunk.js", ...seldom]));
  expect(modules[0]!.path).toBe("worker.js");
  expect(gzipSync(modules.map(({ contents }) => contents).join("")).length).toBeLessThan(MAX_BYTES);
  // Tables are the columns that are read of them.
  for (const { contents } of modules) expect(contents).not.toMatch(/drizzle/i);
});

import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { CLIMBING, FEATURES, isFree, refusal, roomOf, ROOMS } from "../../tools/rooms.ts";

const files = globSync("src/**/*.{ts,tsx}").map((file) => file.replaceAll("\\", "/"));
const folder = mkdtempSync(join(tmpdir(), "tallylight-rooms-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("every file has a room, every room has files, and every glob of the linter matches one", () => {
  expect(files.filter((file) => roomOf(file) === null)).toEqual([]);
  const used = new Set(files.map((file) => roomOf(file)!.room.name));
  expect(ROOMS.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([]);
  const config = readFileSync(".oxlintrc.json", "utf8").replaceAll(/^\s*\/\/.*$/gm, "");
  const { overrides } = JSON.parse(config) as { overrides: { files: string[] }[] };
  const globs = overrides.flatMap((one) => one.files);
  expect(globs.length).toBeGreaterThan(5);
  const exclude = (name: string) => name === "node_modules" || name === "build";
  expect(globs.filter((glob) => globSync(glob, { exclude }).length === 0)).toEqual([]);
});

const IMPORT = /(?:from|import\()\s*"(\.[^"]+)"/g;

test("every exception between rooms and features is used", () => {
  const imports = files
    .filter((file) => !file.includes(".test."))
    .flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, to]) => [file, join(dirname(file), to!)] as const),
    );
  const isUsed = (from: string, to: string) => imports.some(([a, b]) => a.startsWith(from) && b.startsWith(to));
  const edges = Object.entries(FEATURES).flatMap(([from, all]) => all.map((to) => [from, to] as const));
  expect(edges.filter(([a, b]) => !isUsed(`src/features/${a}/`, `src/features/${b}/`))).toEqual([]);
  expect(CLIMBING.filter(([from, to]) => !isUsed(from, to))).toEqual([]);
});

test("the linter refuses an import that climbs, in every room", () => {
  for (const name of [".oxlintrc.json", "tools/rooms.ts", "tools/rooms-plugin.ts"]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(name, join(folder, name));
  }
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"), "junction");
  /** A room above each, or a package that it may not import. */
  const planted = ROOMS.map((room) => {
    const path = room.folders[0]!.endsWith(".ts") ? dirname(room.folders[0]!) : room.folders[0]!;
    const file = room.folders[0]!.endsWith(".ts") ? room.folders[0]! : `${path.replace("*", "one")}/planted.ts`;
    const above = room.name === "wiring" ? null : "src/wiring/compose.ts";
    const beside = room.apart === true && path.includes("*") ? `${path.replace("*", "other")}/x.ts` : null;
    const feature = room.floor < 7 ? "src/features/other/x.ts" : null;
    const targets = [above, feature, beside, room.without[0] ?? null].filter((to) => to !== null);
    expect(targets.length).toBeGreaterThan(0);
    expect(targets.map((to) => refusal(file, to) === null)).toEqual(targets.map(() => false));
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    const up = "../".repeat(file.split("/").length - 1);
    const lines = targets.map((to, at) => `import { a as a${at} } from "${to.startsWith("src/") ? up + to : to}";\n`);
    writeFileSync(join(folder, file), `${lines.join("")}export { ${lines.map((_, at) => `a${at}`).join(", ")} };\n`);
    return { file, refused: targets.length };
  });
  const oxlint = join(folder, "node_modules/oxlint/bin/oxlint");
  const { stdout } = spawnSync(process.execPath, [oxlint, "src", "--format", "json"], {
    cwd: folder,
    encoding: "utf8",
  });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  const found = diagnostics.filter(({ code }) => code === "rooms(imports)");
  for (const { file, refused } of planted)
    expect([file, found.filter(({ filename }) => filename.endsWith(file)).length]).toEqual([file, refused]);
});

test("a feature may import what the list says, and its own files", () => {
  const [from, [to]] = Object.entries(FEATURES)[0] as [string, [string]];
  expect(refusal(`src/features/${from}/a.ts`, `src/features/${to}/b.ts`)).toBeNull();
  expect(refusal(`src/features/${from}/a.ts`, `src/features/${from}/page/b.ts`)).toBeNull();
  expect(refusal(`src/features/${from}/a.ts`, "src/features/unknown/b.ts")).not.toBeNull();
});

test("a file of the core is held to its room whatever its name", () => {
  const held = [
    "src/core/limits.ts",
    "src/resources/limits.ts",
    "src/channels/limits.ts",
    "src/features/one/registry.ts",
  ];
  expect(held.filter(isFree)).toEqual([]);
  const free = ["src/kinds/registry.ts", "src/channels/slack/sim.ts", "src/channels/dialects/mail/sim/rules.ts"];
  expect(free.filter(isFree)).toEqual(free);
});

import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { loadBinary } from "../../host/cli/sqlite-binding.ts";

const HERE = `${process.platform}-${process.arch}`;
const FILE = `node_modules/@photostructure/sqlite/prebuilds/${HERE}/@photostructure+sqlite.glibc.node`;

let packed: Buffer;
let folder: string;

beforeAll(async () => {
  packed = brotliCompressSync(await readFile(FILE), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tallylight-binding-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test.skipIf(process.platform === "win32")("the SQLite of the package loads and leaves no file", async () => {
  expect(loadBinary(packed, [folder])).toHaveProperty("DatabaseSync");
  expect(await readdir(folder)).toEqual([]);
});

test("a folder that can't be used is not the last one tried", () => {
  expect(loadBinary(packed, [join(folder, "missing"), folder])).toHaveProperty("DatabaseSync");
});

test("without a folder to load it from, SQLite's absence has a reason and a way out", async () => {
  const load = () => loadBinary(brotliCompressSync("no program"), [join(folder, "missing"), folder]);
  expect(load).toThrow(/SQLite can't be loaded \(ENOENT.*; .*\)\. Use Node\.js 22\.13 or newer, or set TMPDIR/s);
  expect(await readdir(folder)).toEqual([]);
});

test("what another process could not remove is removed a day later", async () => {
  for (const name of ["tallylight-sqlite-old", "tallylight-sqlite-new", "other-old"]) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, "sqlite.node"), "");
    const at = new Date(Date.now() - (name.endsWith("old") ? 25 : 23) * 3_600_000);
    await utimes(join(folder, name), at, at);
  }
  loadBinary(packed, [folder]);
  const left = await readdir(folder);
  expect(left).not.toContain("tallylight-sqlite-old");
  expect(left).toEqual(expect.arrayContaining(["other-old", "tallylight-sqlite-new"]));
});

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decode } from "@jridgewell/sourcemap-codec";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compiledFirst, type Script } from "../../host/runtime/compiled-first.ts";

const HOT = `
export const early = late(2);
export function late(n) { return n < 1 ? [] : [n, ...late(n - 1)]; }
export async function waited(n) { return (await Promise.all([n].map(async (one) => one + 1)))[0]; }
export function* counted(most) { for (let n = 0; n < most; n++) yield n; }
export const nested = (a) => (b) => \`\${a}
of \${((c) => c)(b)}\`;
export const held = { method(n) { return [n].map((one) => one * 2); }, get got() { return 7; }, async later() { return 8; }, field: () => 9 };
export class Kept { #n = () => 4; static made = (n) => new Kept(n); value() { return this.#n(); } }
`;
const COLD = `
export function rare(n) { return n + 1; }
export const seldom = (n) => n + 2;
`;

let folder: string;
let script: Script;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tallylight-test-"));
  await writeFile(join(folder, "hot.js"), HOT);
  await writeFile(join(folder, "cold.js"), COLD);
  await writeFile(join(folder, "entry.js"), `export * from "./cold.js"; export * from "./hot.js";`);
  const { outputFiles } = await build({
    entryPoints: [join(folder, "entry.js")],
    absWorkingDir: folder,
    outdir: join(folder, "out"),
    bundle: true,
    write: false,
    format: "esm",
    minifyWhitespace: true,
    sourcemap: "external",
    logLevel: "error",
  });
  const [map, code] = ["map", "js"].map((end) => outputFiles.find(({ path }) => path.endsWith(end))!.text);
  script = { code: code!, map: map! };
});
afterAll(() => rm(folder, { recursive: true }));

/** What a script exports, called. */
async function reported({ code }: Script): Promise<unknown> {
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever was written above
  const all = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as any;
  const { early, late, waited, counted, nested, held, Kept: Stored, rare, seldom } = all;
  return [
    [early, late(3), await waited(4), [...counted(3)], nested("a")("b")],
    [held.method(3), held.got, await held.later(), held.field(), Stored.made().value(), rare(1), seldom(1)],
    [late.name, nested.name, waited.name, late.length],
  ];
}

/** Where each part of a script comes from, with its first character. */
function origins({ code, map }: Script): string[] {
  const { sources, mappings } = JSON.parse(map) as { sources: string[]; mappings: string };
  const lines = code.split("\n");
  const all = decode(mappings).flatMap((segments, line) =>
    segments.map(([column, source, ...from]) => `${lines[line]![column]} ${sources[source!]} ${from.join(":")}`),
  );
  return all.sort();
}

test("a script does the same when functions of it are compiled first, and its map says the same of each part", async () => {
  const created = compiledFirst(script, /^hot\.js$/);
  expect(await reported(created)).toEqual(await reported(script));
  expect(origins(created)).toEqual(origins(script));
});

test("functions of the files that are named stand in parentheses before all else, and no others", () => {
  const { code } = compiledFirst(script, /^hot\.js$/);
  expect(code).toMatch(/^var late=\(function \(n\)/);
  expect(code).toContain("var waited=(async function (");
  expect(code).toContain("var nested=(a=>(b=>");
  expect(code).toContain("function rare(");
  expect(code).not.toContain("function late(");
  expect(code).toMatch(/seldom=n=>/);
  expect(compiledFirst(script, /^none$/)).toMatchObject({ code: script.code });
});

import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { minify, type MinifyOptions } from "terser";

/** A script and the map of its names. */
export interface Script {
  code: string;
  map: string;
}

const OPTIONS: MinifyOptions = {
  module: true,
  ecma: 2020,
  // Unsafe where something of an object is called with `new`, which only classes are here. V8 reads a method faster than an arrow.
  compress: { ecma: 2020, passes: 3, unsafe_methods: true },
  format: { comments: false },
};

/** What was made once of a script is kept: it takes seconds, and a script changes less often than it is built. */
const KEPT = join(import.meta.dirname, "../../node_modules/.cache/tallylight-minified");

/**
 * A script that esbuild has minified, once more: it becomes a thirtieth smaller. Of the minifiers that are faster one was tried
 * that left out what another module's functions needed.
 */
export async function smaller(name: string, { code, map }: Script): Promise<Script> {
  const key = createHash("sha256")
    .update(JSON.stringify([OPTIONS, name, code]))
    .digest("hex");
  const file = join(KEPT, `${key}.json`);
  const kept = await readFile(file, "utf8").catch(() => null);
  if (kept !== null) return JSON.parse(kept) as Script;
  const made = await minify(code, { ...OPTIONS, sourceMap: { content: map, url: `${name}.map` } });
  const script: Script = { code: made.code!, map: made.map as string };
  await mkdir(KEPT, { recursive: true });
  await writeFile(`${file}.${process.pid}`, JSON.stringify(script));
  await rename(`${file}.${process.pid}`, file);
  return script;
}

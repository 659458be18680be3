// Replaces node-gyp-build in the packed tool: loads the binary of @photostructure/sqlite for this platform.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { inRoot } from "../place.ts";
import { StartError } from "../failure.ts";

const require = createRequire(import.meta.url);

const PREFIX = "tallylight-sqlite-";

const LEFT_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Loads a compressed binary. It needs a file to load from: one in a new folder that only this user can use, removed at
 * once. The state folder serves if programs can't run from the temporary one. Throws StartError.
 */
export function loadBinary(packed: Buffer, folders: string[]): unknown {
  const binary = brotliDecompressSync(packed);
  const reasons: string[] = [];
  for (const folder of folders)
    try {
      return loadFrom(folder, binary);
    } catch (thrown) {
      reasons.push((thrown as Error).message);
    }
  throw new StartError(
    `SQLite can't be loaded (${reasons.join("; ")}). ` +
      "Use Node.js 22.13 or newer, or set TMPDIR to a folder that programs can run from.",
  );
}

function loadFrom(folder: string, binary: Buffer): unknown {
  const own = mkdtempSync(join(folder, PREFIX));
  try {
    const file = join(own, "sqlite.node");
    writeFileSync(file, binary, { mode: 0o700 });
    return require(file);
  } finally {
    remove(own);
    removeLeft(folder);
  }
}

/** Windows removes no file that is loaded, so a later process does. */
function removeLeft(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => one.startsWith(PREFIX))) {
    const age = Date.now() - (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? Infinity);
    if (age > LEFT_AFTER_MS) remove(join(folder, name));
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // It is in use, or another user's.
  }
}

/** Called by @photostructure/sqlite, once. */
export default function binding(): unknown {
  const name = `${process.platform}-${process.arch}`;
  const state = process.env["TALLYLIGHT_STATE"];
  let packed: Buffer;
  try {
    packed = readFileSync(inRoot("sqlite", `${name}.br`));
  } catch {
    throw new StartError(`There is no SQLite for Node.js 20 on ${name}: use Node.js 22.13 or newer.`);
  }
  return loadBinary(packed, [tmpdir(), ...(state === undefined ? [] : [state])]);
}

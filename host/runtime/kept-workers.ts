import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "../place.ts";
import type { Workers } from "./workers.ts";

/** What the Workers are made from: sources, what bundles them, and the installed packages. */
const CREATED_FROM = [
  "src",
  "sim",
  "host/runtime",
  "host/place.ts",
  "wrangler.toml",
  "package.json",
  "node_modules/.package-lock.json",
];

const FOLDER = inRoot("node_modules/.cache/tallylight-workers");

const filesIn = (path: string): string[] =>
  statSync(inRoot(path)).isDirectory()
    ? readdirSync(inRoot(path), { recursive: true, encoding: "utf8" })
        .filter((name) => /\.(?:tsx?|toml)$/.test(name) && !name.endsWith(".test.ts"))
        .map((name) => join(path, name))
    : [path];

/** Identifies the contents of all files that the Workers are made from. */
function createdFrom(): string {
  const hash = createHash("sha256");
  for (const path of CREATED_FROM.flatMap(filesIn).toSorted())
    hash.update(`${path}\n`).update(readFileSync(inRoot(path)));
  return hash.digest("hex");
}

interface Stored {
  from: string;
  workers: Workers;
}

function storedAt(path: string, from: string): Workers | null {
  try {
    const stored = JSON.parse(readFileSync(path, "utf8")) as Stored;
    return stored.from === from ? stored.workers : null;
  } catch {
    return null;
  }
}

function keep(path: string, stored: Stored): void {
  try {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(`${path}.${process.pid}`, JSON.stringify(stored));
    renameSync(`${path}.${process.pid}`, path);
  } catch {
    // A folder that can't be written to costs the next start some time.
  }
}

let created: Promise<Workers> | undefined;

/**
 * The Workers of this checkout: those of the last start while nothing that they are made from has changed, else bundled
 * now, which takes two seconds.
 */
export function workers(entry: string): Promise<Workers> {
  created ??= (async () => {
    // Another entry may be made from anything.
    if (!entry.startsWith("src/")) return (await import("./workers.ts")).workers(entry);
    const from = createdFrom();
    const path = join(FOLDER, `${createHash("sha256").update(entry).digest("hex").slice(0, 16)}.json`);
    const stored = storedAt(path, from);
    if (stored !== null) return stored;
    const fresh = await (await import("./workers.ts")).workers(entry);
    keep(path, { from, workers: fresh });
    return fresh;
  })();
  return created;
}

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

const root = join(import.meta.dirname, "..");

/** What the files in build/ are made from. */
const SOURCES = ["src", "tools/openapi", "packages/client/package.json", "package.json", "package-lock.json"];

const read = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

/** The paths of all files of the sources. */
const filesOf = (folder: string, sources: readonly string[]): string[] =>
  sources.flatMap((source) => {
    const path = join(folder, source);
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
    const entries = readdirSync(path, { recursive: true, withFileTypes: true });
    return entries.flatMap((entry) => (entry.isFile() ? [`${entry.parentPath}${sep}${entry.name}`] : [])).toSorted();
  });

/** A file that is younger may change again without other times, which file systems round to two seconds at most. */
const SETTLED_MS = 2000;

/** Names, sizes and times of the files, as a hash; empty while one of them is too young to tell. */
function statesOf(files: readonly string[], now: number): string {
  let [states, newest] = ["", 0];
  for (const path of files) {
    const found = statSync(path, { throwIfNoEntry: false });
    newest = Math.max(newest, found?.mtimeMs ?? 0, found?.ctimeMs ?? 0);
    states += `${path} ${found?.size} ${found?.mtimeMs} ${found?.ctimeMs}\n`;
  }
  return newest > now - SETTLED_MS ? "" : createHash("sha256").update(states).digest("hex");
}

/**
 * The sources as they are, in two lines: a hash of names and contents, and one of names, sizes and times. `before` is
 * what this returned earlier: while sizes and times are as they were, nothing is read. `now` is in epoch ms.
 */
export function stampOf(before: string, folder = root, sources = SOURCES, now = Date.now()): string {
  const files = filesOf(folder, sources);
  const states = statesOf(files, now);
  if (states !== "" && before.endsWith(`\n${states}`)) return before;
  const hash = createHash("sha256");
  for (const path of files)
    hash
      .update(`${relative(folder, path)}\n`)
      .update(read(path))
      .update("\0");
  return `${hash.digest("hex")}\n${states}`;
}

const contentOf = (stamp: string): string => stamp.split("\n")[0]!;

/** Notes that unchanged files have other times, which an installation that is read-only need not. */
function note(path: string, stamp: string): void {
  try {
    writeFileSync(path, stamp);
  } catch {
    // They are read again the next time.
  }
}

/**
 * Makes what is made from the code and is not in git, unless the code is as it was the last time. `client` makes the
 * types of the client too, which tests and its package need.
 */
export function ensureBuilt(what: "served" | "client" = "served"): void {
  const stampFile = (one: string) => join(root, "build", `${one}.stamp`);
  const before = read(stampFile(what));
  const stamp = stampOf(before);
  if (stamp === before) return;
  if (contentOf(stamp) === contentOf(before)) return note(stampFile(what), stamp);
  const created = what === "client" ? ["served", "client"] : ["served"];
  for (const one of created) rmSync(stampFile(one), { force: true });
  execFileSync(process.execPath, [join(root, "tools/make.ts"), ...created], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  for (const one of created) writeFileSync(stampFile(one), stamp);
}

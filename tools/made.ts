import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "..");

/** What the files in build/ are made from. */
const SOURCES = ["src", "tools/openapi", "packages/client/package.json", "package.json", "package-lock.json"];

/** Changes with the name or content of any source. */
function stampOf(): string {
  const hash = createHash("sha256");
  for (const source of SOURCES) {
    const path = join(root, source);
    const inside = existsSync(path) && statSync(path).isDirectory();
    const entries = inside ? readdirSync(path, { recursive: true, withFileTypes: true }) : [];
    const files = entries.flatMap((one) => (one.isFile() ? [join(one.parentPath, one.name)] : [])).toSorted();
    for (const file of inside ? files : [path])
      hash
        .update(`${relative(root, file)}\n`)
        .update(read(file))
        .update("\0");
  }
  return hash.digest("hex");
}

const read = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

/**
 * Makes what is made from the code and is not in git, unless the code is as it was the last time. `client` makes the
 * types of the client too, which tests and its package need.
 */
export function ensureBuilt(what: "served" | "client" = "served"): void {
  const stamp = stampOf();
  const stampFile = (one: string) => join(root, "build", `${one}.stamp`);
  if (read(stampFile(what)) === stamp) return;
  const created = what === "client" ? ["served", "client"] : ["served"];
  for (const one of created) rmSync(stampFile(one), { force: true });
  execFileSync(process.execPath, [join(root, "tools/make.ts"), ...created], { stdio: ["ignore", "ignore", "inherit"] });
  for (const one of created) writeFileSync(stampFile(one), stamp);
}

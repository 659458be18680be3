import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";

/** The oldest Node.js of this machine that the packed tool takes: not the one that npm installs with a checkout. */
export function oldestNode(): string {
  const name = process.platform === "win32" ? "node.exe" : "node";
  const found = process.env["PATH"]!.split(delimiter)
    .filter((folder) => basename(dirname(folder)) !== "node_modules" && existsSync(join(folder, name)))
    .map((folder) => join(folder, name))
    .map((path) => ({ path, major: Number(spawnSync(path, ["-p", "parseInt(process.versions.node)"]).stdout) }))
    .filter(({ major }) => major >= 20)
    .toSorted((a, b) => a.major - b.major);
  return found[0]?.path ?? process.execPath;
}

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inRoot } from "../place.ts";
import { DeployError } from "./deploy-error.ts";

/**
 * Versions that the build recorded: wrangler, the oldest Node.js that it supports, and one to fetch if the running one
 * is older.
 */
interface Needs {
  wrangler: string;
  oldestNode: string;
  node: string;
}

/**
 * The command with which the packed tool runs wrangler. npm fetches wrangler on first use, because only deployments
 * need it, and a newer Node.js if the running one is too old. Throws DeployError if there is no npm.
 */
export function fetchedWrangler(): string[] {
  const { wrangler, oldestNode, node } = JSON.parse(readFileSync(inRoot("needs.json"), "utf8")) as Needs;
  const npm = npmScript();
  if (npm === undefined)
    throw new DeployError(
      "npm was not found, and it fetches wrangler: install npm, or set TALLYLIGHT_WRANGLER to the script of a wrangler.",
    );
  const platform = process.platform === "win32" ? "win" : process.platform;
  const newer = isOlder(process.versions.node, oldestNode)
    ? [`--package=node-${platform}-${process.arch}@${node}`]
    : [];
  return [npm, "exec", "--yes", `--package=wrangler@${wrangler}`, ...newer, "--", "wrangler"];
}

/** Compares versions such as "22.1.0" and "22.12.0" numerically. Pure. */
export function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split(".").map(Number)) as [number[], number[]];
  const at = b.findIndex((number, index) => (a[index] ?? 0) !== number);
  return at !== -1 && (a[at] ?? 0) < b[at]!;
}

/** The npm script that belongs to this Node.js, or that runs this process. */
function npmScript(): string | undefined {
  const folder = dirname(process.execPath);
  const places = ["node_modules", "../lib/node_modules", "../share/nodejs"].map((place) =>
    join(folder, place, "npm/bin/npm-cli.js"),
  );
  return [process.env["npm_execpath"] ?? "", ...places].find((path) => path.endsWith("npm-cli.js") && existsSync(path));
}

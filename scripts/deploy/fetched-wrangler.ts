import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inRoot } from "../place.ts";
import { DeployError } from "./deploy-error.ts";

/** Versions as the build noted them: wrangler, the oldest Node.js that it takes, and one to fetch where ours is older. */
interface Needs {
  wrangler: string;
  oldestNode: string;
  node: string;
}

/**
 * The command of the packed tool that runs wrangler, for this Node.js: npm fetches wrangler the first time, since only a
 * deployment needs it, and a newer Node.js with it where this one is too old. Throws DeployError where there is no npm.
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

/** Compares "22.1.0" with "22.12.0" by number. Pure. */
export function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split(".").map(Number)) as [number[], number[]];
  const at = b.findIndex((number, index) => (a[index] ?? 0) !== number);
  return at !== -1 && (a[at] ?? 0) < b[at]!;
}

/** The script of npm that came with this Node.js, or runs this process. */
function npmScript(): string | undefined {
  const folder = dirname(process.execPath);
  const places = ["node_modules", "../lib/node_modules", "../share/nodejs"].map((place) =>
    join(folder, place, "npm/bin/npm-cli.js"),
  );
  return [process.env["npm_execpath"] ?? "", ...places].find((path) => path.endsWith("npm-cli.js") && existsSync(path));
}

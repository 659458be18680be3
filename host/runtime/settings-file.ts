import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { StartError } from "../failure.ts";

/** The state folder of a checkout. */
export const DEFAULT_STATE = ".tallylight";

/** The settings of an instance, such as UPSTREAM_BASE_URL: NAME=value lines in its state folder. */
export const settingsPath = (state: string): string => join(state, "tallylight.env");

/** The settings in a state folder; empty without a file. Throws StartError. */
export function settingsIn(state: string): Record<string, string> {
  const path = settingsPath(state);
  if (!existsSync(path)) return {};
  if (parseEnv === undefined)
    throw new StartError(
      `${path} needs Node.js 20.12 or newer: update Node.js, or set its variables in the environment.`,
    );
  const text = textOf(path);
  const invalid = lineWithoutName(text);
  if (invalid !== null)
    throw new StartError(`${path}: line ${invalid} has no "=": write NAME=value, or begin a comment with #.`);
  return parseEnv(text) as Record<string, string>;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (thrown) {
    throw new StartError(`${path} cannot be read (${(thrown as Error).message}): check its owner and mode.`);
  }
}

/** A value in quotes, which may have several lines. */
const QUOTED = /^(?:[^\S\n]*(?:export[^\S\n]+)?[\w.-]+[^\S\n]*=[^\S\n]*)(?:"[^"]*"|'[^']*'|`[^`]*`)/gm;

/** The number of the first line that is neither NAME=value, a comment, nor empty; null if there is none. Pure. */
export function lineWithoutName(text: string): number | null {
  const lines = text
    .replaceAll(/\r\n?/g, "\n")
    .replace(QUOTED, (value) => `a=${value.replaceAll(/[^\n]/g, "").replaceAll("\n", "\n#")}`);
  const at = lines.split("\n").findIndex((line) => !/^\s*(#|$)|^[^#=]+=/.test(line.replace(/^\uFEFF/, "")));
  return at === -1 ? null : at + 1;
}

/**
 * Adds the settings of a state folder to the environment, which takes precedence. Returns a warning if others can read
 * the file; otherwise null. Throws StartError.
 */
export function takeSettings(state: string, env: NodeJS.ProcessEnv): string | null {
  const settings = settingsIn(state);
  for (const [name, value] of Object.entries(settings)) env[name] ??= value;
  const path = settingsPath(state);
  if (Object.keys(settings).length === 0 || process.platform === "win32") return null;
  const isOpen = (statSync(path).mode & 0o077) !== 0;
  return isOpen ? `Other users can read ${path}, which may contain secrets. Run: chmod 600 ${path}` : null;
}

import { readFileSync } from "node:fs";
import { join, posix, win32 } from "node:path";
import { homedir } from "node:os";

/** Defined by the build of the package (host/pack). */
declare const TALLYLIGHT_PACKED: true | undefined;

/** True in the packed tool, false in a checkout. */
export const PACKED = typeof TALLYLIGHT_PACKED !== "undefined";

/** The folder with wrangler.toml, migrations and docs: the checkout, or `dist/tool` of the package. */
const ROOT = join(import.meta.dirname, "..");

/** The path of a file of this installation. */
export const inRoot = (...parts: string[]): string => join(ROOT, ...parts);

/** Tallylight's version. */
export const version = (): string =>
  (JSON.parse(readFileSync(inRoot("package.json"), "utf8")) as { version: string }).version;

/** How to run a command here: `npm run restore -- FILE` in a checkout, `tallylight restore FILE` in the package. */
export const commandLine = (command: string, rest = ""): string => {
  if (PACKED) return `tallylight ${command}${rest === "" ? "" : ` ${rest}`}`;
  return command === "start" ? "npm start" : `npm run ${command}${rest === "" ? "" : ` -- ${rest}`}`;
};

/** Default state folder of the packed tool, where the platform keeps such data. Pure. */
export function stateFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string = homedir()): string {
  if (platform === "win32")
    return win32.join(env["LOCALAPPDATA"] || win32.join(home, "AppData", "Local"), "Tallylight");
  if (platform === "darwin") return posix.join(home, "Library", "Application Support", "Tallylight");
  const provided = env["XDG_STATE_HOME"] ?? "";
  // The XDG specification says that relative paths are invalid.
  return posix.join(posix.isAbsolute(provided) ? provided : posix.join(home, ".local", "state"), "tallylight");
}

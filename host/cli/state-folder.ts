import { homedir } from "node:os";
import { posix, win32 } from "node:path";

/** Default state folder of the packed tool, where the platform keeps such data. Pure. */
export function stateFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string = homedir()): string {
  if (platform === "win32")
    return win32.join(env["LOCALAPPDATA"] || win32.join(home, "AppData", "Local"), "Tallylight");
  if (platform === "darwin") return posix.join(home, "Library", "Application Support", "Tallylight");
  const provided = env["XDG_STATE_HOME"] ?? "";
  // The XDG specification says that relative paths are invalid.
  return posix.join(posix.isAbsolute(provided) ? provided : posix.join(home, ".local", "state"), "tallylight");
}

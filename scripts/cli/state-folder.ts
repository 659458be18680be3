import { homedir } from "node:os";
import { posix, win32 } from "node:path";

/** Where the packed tool has its state if TALLYLIGHT_STATE does not say: the platform's own place. Pure. */
export function stateFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string = homedir()): string {
  if (platform === "win32")
    return win32.join(env["LOCALAPPDATA"] || win32.join(home, "AppData", "Local"), "Tallylight");
  if (platform === "darwin") return posix.join(home, "Library", "Application Support", "Tallylight");
  const given = env["XDG_STATE_HOME"] ?? "";
  // A relative path there is invalid, by the specification of these folders.
  return posix.join(posix.isAbsolute(given) ? given : posix.join(home, ".local", "state"), "tallylight");
}

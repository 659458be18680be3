import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { inRoot, PACKED } from "../place.ts";

/** The files that wrangler reads and uploads. */
const UPLOADED = ["wrangler.toml", "worker", "build", "migrations"];

/**
 * In the packed tool: copies the deployed files into the state folder, where wrangler can write, and changes to that
 * folder.
 */
export async function enterStaged(state: string): Promise<void> {
  if (!PACKED) return;
  const folder = join(state, "deploy");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of UPLOADED) await cp(inRoot(name), join(folder, name), { recursive: true, force: true });
  process.chdir(folder);
}

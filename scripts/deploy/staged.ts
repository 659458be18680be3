import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { inRoot, PACKED } from "../place.ts";

/** What wrangler reads and uploads. */
const UPLOADED = ["wrangler.toml", "worker", "docs", "migrations"];

/** In the packed tool: copies what is deployed into the state folder and works there, where wrangler may write. */
export async function enterStaged(state: string): Promise<void> {
  if (!PACKED) return;
  const folder = join(state, "deploy");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of UPLOADED) await cp(inRoot(name), join(folder, name), { recursive: true, force: true });
  process.chdir(folder);
}

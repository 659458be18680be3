import { readdir, readlink } from "node:fs/promises";
import { sep } from "node:path";

/** A process with an open file or folder in this folder. The runtime keeps its folders open even while idle. */
export async function holderOf(folder: string): Promise<string | null> {
  for (const pid of (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name))) {
    for (const fd of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      const target = await readlink(`/proc/${pid}/fd/${fd}`).catch(() => "");
      if (target === folder || target.startsWith(`${folder}${sep}`)) return pid;
    }
  }
  return null;
}

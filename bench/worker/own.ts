import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { bundle } from "../../scripts/host/bundle.ts";
import { median, type Row } from "../bench.ts";

const STARTS = 5;

/** CPU of the Worker's own code for a tick of forty, without the runtime, the database and the network around it. */
export async function ownRows(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "tallylight-bench-"));
  const [worker, database] = [join(folder, "worker.js"), join(folder, "bench.db")];
  const inProcess = async (...args: string[]) => {
    const script = join(import.meta.dirname, "own-process.ts");
    return (await promisify(execFile)(process.execPath, [script, worker, database, ...args])).stdout;
  };
  try {
    for (const { path, contents } of await bundle("src/worker.ts", { small: false }))
      await writeFile(join(folder, path), contents);
    await inProcess("fill");
    const starts: Record<string, number[]>[] = [];
    for (let n = 0; n < STARTS; n++) starts.push(JSON.parse(await inProcess()) as Record<string, number[]>);
    return Object.keys(starts[0]!).map((what): Row => ({
      what: `tick of 40, ${what}: own code`,
      "cpu ms": Number(median(starts.flatMap((one) => one[what]!)).toFixed(1)),
    }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

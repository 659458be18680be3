import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { bundle } from "../../host/runtime/bundle.ts";
import { median, type Row } from "../bench.ts";

const STARTS = 5;

/** CPU milliseconds of the thread that runs the code, and with the threads that compile and collect for it. */
interface Used {
  thread: number;
  process: number;
}

/** CPU of the Worker's own code for a tick of forty, without the runtime, the database and the network around it. */
export async function ownRows(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "tallylight-bench-"));
  const [worker, database] = [join(folder, "worker.js"), join(folder, "bench.db")];
  const inProcess = async (...args: string[]) => {
    const script = join(import.meta.dirname, "own-process.ts");
    // Workers have no eval.
    const command = ["--disallow-code-generation-from-strings", script, worker, database, ...args];
    return (await promisify(execFile)(process.execPath, command)).stdout;
  };
  try {
    for (const { path, contents } of await bundle("src/worker.ts", { small: true }))
      await writeFile(join(folder, path), contents);
    await inProcess("fill");
    const starts: Record<string, Used[]>[] = [];
    for (let n = 0; n < STARTS; n++) starts.push(JSON.parse(await inProcess()) as Record<string, Used[]>);
    const ms = (what: string, of: keyof Used) =>
      Number(median(starts.flatMap((one) => one[what]!.map((used) => used[of]))).toFixed(1));
    return Object.keys(starts[0]!).map((what): Row => ({
      what: `tick of 40, ${what}: own code`,
      "cpu ms": ms(what, "thread"),
      "with its helpers ms": ms(what, "process"),
    }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

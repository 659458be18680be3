import { fork } from "node:child_process";
import { readdir, readlink } from "node:fs/promises";
import { join, sep } from "node:path";
import { PACKED } from "../place.ts";
import type { Answer, Can } from "./prepare.ts";
import { StartError } from "../failure.ts";

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

/** The preparing process, reached by messages. It ends with `close`, or with this process. */
export type Preparer = Can & { close(): void };

interface Waiting {
  resolve: (is: unknown) => void;
  reject: (why: Error) => void;
}

const MAX_REPORTED = 10_000;

/**
 * Starts the preparing process. Its calls reject with StartError for what a person has to change, and if it ends early.
 */
export function openPreparer(entry = "src/worker.ts"): Preparer {
  const child = fork(join(import.meta.dirname, PACKED ? "prepare.js" : "prepare.ts"), [entry], {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    execArgv: [],
  });
  const waiting = new Map<number, Waiting>();
  let requested = 0;
  let stderr = "";
  child.stderr!.on("data", (chunk: Buffer) => (stderr = `${stderr}${chunk.toString()}`.slice(-MAX_REPORTED)));
  child.on("message", (answer: Answer) => {
    const { resolve, reject } = waiting.get(answer.id)!;
    waiting.delete(answer.id);
    if ("refused" in answer) reject(new StartError(answer.refused));
    else if ("failed" in answer) reject(Object.assign(new Error(answer.failed), { code: answer.code }));
    else resolve(answer.is);
    if (waiting.size === 0) rest();
  });
  child.on("close", (_code, signal) => {
    const message = `Preparing the start failed.\n${stderr}`;
    for (const { reject } of waiting.values()) reject(Object.assign(new Error(message), { signal, stderr }));
    waiting.clear();
  });
  /** An idle child must not keep this process alive. */
  const rest = () => {
    child.unref();
    child.channel?.unref();
    (child.stderr as unknown as { unref(): void }).unref();
  };
  const ask =
    <What extends keyof Can>(what: What) =>
    (...of: Parameters<Can[What]>): ReturnType<Can[What]> =>
      new Promise<unknown>((resolve, reject) => {
        const id = ++requested;
        waiting.set(id, { resolve, reject });
        child.ref();
        child.channel?.ref();
        child.send({ id, what, of }, (error) => error !== null && waiting.delete(id) && reject(error));
      }) as ReturnType<Can[What]>;
  return {
    variables: ask("variables"),
    bindings: ask("bindings"),
    prepare: ask("prepare"),
    configuration: ask("configuration"),
    history: ask("history"),
    close: () => child.kill(),
  };
}

import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { bundle } from "../../host/runtime/bundle.ts";
import { median, type Bench, type Row } from "../bench.ts";

const STARTS = 5;

const API = ["/healthz", "/v1/targets", "/v1/status", "/v1/events", "/v1/deliveries", "/v1/plan", "/metrics"];
const PAGES = ["/", "/creators", "/alerts", "/alerts/new", "/messages", "/settings", "/trends", "/wall"];

interface Requested {
  status: number;
  ms: number;
}

/** CPU of the Worker's own code for the first request of an isolate, the one after it and one much later, without the database. */
async function requestRows(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "tallylight-bench-"));
  const [worker, database] = [join(folder, "worker.js"), join(folder, "bench.db")];
  const inProcess = async (script: string, ...args: string[]) => {
    // Workers have no eval.
    const own = join(import.meta.dirname, script);
    const command = ["--disallow-code-generation-from-strings", own, worker, database, ...args];
    return (await promisify(execFile)(process.execPath, command)).stdout;
  };
  try {
    for (const { path, contents } of await bundle("src/worker.ts", { small: true }))
      await writeFile(join(folder, path), contents);
    const { cookie, feed } = JSON.parse(await inProcess("own-process.ts", "fill")) as { cookie: string; feed: string };
    const requested = [
      ...API.map((path) => [path, ""]),
      ...["/feeds/live.ics", "/feeds/events.atom"].map((path) => [`${path}?key=${feed}`, ""]),
      [`/shared?key=${feed}`, cookie],
      ...PAGES.map((path) => [path, cookie]),
    ];
    const rows: Row[] = [];
    for (const [path, own] of requested as [string, string][]) {
      const all: Record<"first" | "next" | "warm", Requested>[] = [];
      for (let n = 0; n < STARTS; n++)
        all.push(JSON.parse(await inProcess("first-request-process.ts", path, own)) as (typeof all)[number]);
      const ms = (which: "first" | "next" | "warm") => Number(median(all.map((one) => one[which].ms)).toFixed(1));
      const [what] = path.split("?");
      rows.push({
        what: what!,
        status: all[0]!.first.status,
        "first ms": ms("first"),
        "next ms": ms("next"),
        "warm ms": ms("warm"),
      });
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What requests take of an isolate that has just begun: on the free plan each has ten milliseconds. */
export const requests: Bench = { name: "requests", run: requestRows };

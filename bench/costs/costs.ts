import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { bundle } from "../../host/runtime/bundle.ts";
import { engineOnD1 } from "../../test/support/engine-on-d1.ts";
import type { Bench, Row } from "../bench.ts";
import { worker } from "../worker.ts";
import { allRequested, CALLERS, type Caller } from "./asked.ts";
import { peopledWorld } from "./world.ts";

const DISPLAYED = 10;
const MAX_OUTPUT = 64 * 1024 * 1024;

/** CPU of a request in milliseconds: the Worker's own code, and the database. */
interface Own {
  caller: Caller;
  what: string;
  status: number;
  bytes: number;
  own: number;
  database: number;
}

interface Cost extends Own {
  rows: number;
  written: number;
  statements: number;
}

const nameOf = ({ caller, what }: Pick<Own, "caller" | "what">): string => `${caller} ${what}`;

/** CPU in a process of its own, with the deployed Worker over SQLite. */
async function ownCosts(): Promise<Own[]> {
  const folder = await mkdtemp(join(tmpdir(), "tallylight-bench-"));
  try {
    for (const { path, contents } of await bundle("src/worker.ts", { small: true }))
      await writeFile(join(folder, path), contents);
    const script = join(import.meta.dirname, "../worker/costs-process.ts");
    const command = ["--disallow-code-generation-from-strings", script, join(folder, "worker.js"), join(folder, "db")];
    const { stdout } = await promisify(execFile)(process.execPath, command, { maxBuffer: MAX_OUTPUT });
    return JSON.parse(stdout) as Own[];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Counted = Pick<Cost, "rows" | "written" | "statements"> & { status: number };

/** Rows and statements of each request, measured once on D1. */
async function counted(): Promise<Map<string, Counted>> {
  // Notifications to operators are not measured.
  console.log = () => undefined;
  const engine = await engineOnD1(await worker(), { WRITES_PER_MINUTE: "1000000" });
  try {
    const now = Date.now();
    const send = (request: Request) => engine.send(request);
    const callers = await peopledWorld(engine.db, now, send);
    const costs = new Map<string, Counted>();
    for (const requested of await allRequested(callers, now, send)) {
      engine.spent();
      const answer = await send(requested.make());
      await answer.arrayBuffer();
      const { read: rows, written, statements } = engine.spent();
      costs.set(nameOf(requested), { status: answer.status, rows, written, statements });
    }
    return costs;
  } finally {
    console.log = log;
    await engine.stop();
  }
}

const { log } = console;

const rounded = (ms: number): number => Math.round(ms * 10) / 10;

/** The ten most expensive requests of a caller by one measure. */
function dearest(costs: Cost[], caller: Caller, by: "own" | "rows" | "bytes"): Row[] {
  const own = costs.filter((one) => one.caller === caller).sort((a, b) => b[by] - a[by]);
  return own.slice(0, DISPLAYED).map((one, place) => ({
    what: `${caller}, ${by === "own" ? "CPU" : by} ${place + 1}: ${one.what}`,
    status: one.status,
    "own CPU ms": rounded(one.own),
    "database ms": rounded(one.database),
    "rows read": one.rows,
    written: one.written,
    statements: one.statements,
    bytes: one.bytes,
  }));
}

/**
 * The cost of every route and page at its worst, by caller, in a world filled to its quotas: the ten requests with the
 * most CPU of the Worker's own code, rows and bytes.
 */
export const costs: Bench = {
  name: "costs",
  async run() {
    const own = await ownCosts();
    const rows = await counted();
    const none = { rows: 0, written: 0, statements: 0 };
    const all = own.map((one): Cost => ({ ...none, ...rows.get(nameOf(one)), ...one }));
    console.log(`${all.length} requests`);
    return CALLERS.flatMap((caller) => (["own", "rows", "bytes"] as const).flatMap((by) => dearest(all, caller, by)));
  },
};

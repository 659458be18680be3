import { drive } from "../sim/testing/driver.ts";
import { canonical, type Json, parsed } from "../src/core/json.ts";
import { decodeAnswer } from "../src/engine/upstream/answer.ts";
import { fixtures } from "../test/support/fixtures.ts";
import { targetKinds } from "../src/kinds/registry.ts";
import { firstPoll, readOff } from "../test/support/readings.ts";
import { type Bench, median, type Row } from "./bench.ts";
import { tickRows } from "./worker/ticks.ts";
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { bundle } from "../host/runtime/bundle.ts";
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from "miniflare";
import { gzipBytes } from "../host/deploy/bundle.ts";
import { succeed, wranglerAt } from "../host/deploy/wrangler.ts";
import { runtimes } from "../test/fuzz/spoil.ts";
import { cpuOf } from "./processes.ts";

const UPLOADED_STARTS = 7;

interface Module {
  type: "ESModule" | "Text";
  path: string;
  contents: string;
}

const EMPTY: Module[] = [{ type: "ESModule", path: "worker.js", contents: "export default { fetch() {} }" }];

/** CPU of the runtime from its start until it would take requests. */
async function startMs(modules: Module[]): Promise<number> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      telemetry: { enabled: false },
      handleStructuredLogs: () => undefined,
      modules,
      compatibilityDate: "2026-10-20",
      compatibilityFlags: ["nodejs_compat", "global_fetch_strictly_public"],
    } as unknown as V4MiniflareOptions),
  );
  try {
    await miniflare.ready;
    return cpuOf(runtimes().at(-1)!);
  } finally {
    await miniflare.dispose();
  }
}

async function modulesIn(folder: string): Promise<Module[]> {
  const names = (await readdir(folder)).filter((name) => !name.endsWith(".map") && name !== "README.md");
  const rest = names.filter((name) => name !== "worker.js").toSorted();
  return Promise.all(
    ["worker.js", ...rest].map(async (path): Promise<Module> => {
      const type = path.endsWith(".js") ? "ESModule" : "Text";
      return { type, path, contents: await readFile(join(folder, path), "utf8") };
    }),
  );
}

/** What a deployment would upload, compressed, and the CPU that starting it takes beyond a Worker that does nothing. */
async function uploadRows(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "tallylight-upload-"));
  try {
    const args = ["deploy", "--dry-run", "-c", "wrangler.toml", "--outdir", folder];
    const { reports, stdout } = await succeed(wranglerAt(process.env), ...args);
    const modules = await modulesIn(folder);
    const [empty, ours]: [number[], number[]] = [[], []];
    for (let n = 0; n < UPLOADED_STARTS; n++) {
      empty.push(await startMs(EMPTY));
      ours.push(await startMs(modules));
    }
    return [
      { what: "upload", "gzip KiB": Math.round(gzipBytes(reports, stdout) / 1024) },
      {
        what: "start",
        "cpu ms": Math.round(median(ours)),
        "empty Worker ms": Math.round(median(empty)),
        "ours ms": Math.round(median(ours.map((one, n) => one - empty[n]!))),
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const STARTS = 5;

/** CPU milliseconds of the thread that runs the code, and with the threads that compile and collect for it. */
interface Used {
  thread: number;
  process: number;
}

/** CPU of the Worker's own code for a tick of forty, without the runtime, the database and the network around it. */
async function ownRows(): Promise<Row[]> {
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

const T0 = Date.UTC(2026, 0, 5, 12);
const MINUTE = 60_000;
const POLLS = 400;
/** What a call takes of the CPU before its answer is read: fetching 1 kB on workerd, measured. */
const CALL_MS = 0.15;

/** A payload of a kind as the service sends it, as large as it was seen to be. */
interface Sample {
  params: object;
  text: string;
}

// oxlint-disable-next-line typescript/no-explicit-any
type Body = any;

/** Copies of rows, each made another, until the whole is so large. */
function grown(
  body: Body,
  rowsOf: (body: Body) => Body[],
  other: (row: Body, n: number) => Body,
  bytes: number,
): string {
  const rows = rowsOf(body);
  const first = [...rows];
  for (let n = 1; JSON.stringify(body).length < bytes; n++)
    rows.push(...first.map((row, at) => other(row, n * 100 + at)));
  return JSON.stringify(body);
}

/** Rows as they are, each with more beside it that nobody reads, until the whole is so large. */
function padded(body: Body, rowsOf: (body: Body) => Body[], bytes: number): string {
  const first = structuredClone(rowsOf(body));
  for (let n = 1; JSON.stringify(body).length < bytes; n++)
    rowsOf(body).forEach((row, at) => (row[`extra_${n}`] = structuredClone(first[at])));
  return JSON.stringify(body);
}

/** Of a kind that is not here the first fixture is taken. */
async function samples(): Promise<Record<string, Sample | undefined>> {
  const service = drive();
  const get = async (path: string) => (await service.call(path)).json();
  const shop = await service.callWith("/api/v1//product/home/by-category-id", { category_id: 7 });
  return {
    live: {
      params: { userId: "7012" },
      text: JSON.stringify(await get("/api/v1//live/check?user_id=7012")),
    },
    ranking: {
      params: { roomId: "7100", userId: "7012" },
      text: grown(
        await get("/api/v1//live/ranking/list?room_id=7100&user_id=7012"),
        (body) => body.data.data[0].data.entrances,
        (row, n) => ({ ...row, rank_type: n }),
        43_000,
      ),
    },
    hashtag: {
      params: { keyword: "knit", region: "US" },
      text: padded(
        await get("/api/v1//search/hashtag?keyword=knit&region=US&offset=0&count=20"),
        (body) => body.data.challenge_list,
        43_000,
      ),
    },
    products: {
      params: { categoryId: 7 },
      text: grown(
        shop.json(),
        (body) => body.data.productList,
        (row, n) => ({ ...row, product_id: `${row.product_id.slice(0, -5)}${10_000 + n}` }),
        150_000,
      ),
    },
    list: {
      params: { operation: "user.videos", values: { userId: "7012" } },
      text: padded(await get("/api/v1//user/videos?user_id=7012&count=30"), (body) => body.data.aweme_list, 150_000),
    },
  };
}

/** Milliseconds of one unchanged poll: parse, decode, read what is remembered, judge, write it down again. */
function pollMs(name: string, { params: text, text: payload }: Sample): number {
  const kind = targetKinds[name]!;
  const params = kind.params().parse(text);
  const settings = kind.settings().parse({});
  let state: string | null = null;
  const times: number[] = [];
  for (let n = 0; n < POLLS; n++) {
    const started = process.cpuUsage();
    const body = decodeAnswer(200, payload);
    if (!body.ok) throw new Error(body.error.detail);
    const { seen } = readOff(kind.read(firstPoll(params, settings)), [body.value]);
    if (!seen.ok) throw new Error(seen.error.detail);
    const at = T0 + n * MINUTE;
    const before = parsed(state);
    const judging = { targetId: "tgt_1", params, settings, announceInitial: false, before, view: seen.value };
    state = canonical(
      kind.judge({ ...judging, at, hold: false, holdsMs: 600_000, lastOkAt: at - MINUTE }).state as Json,
    );
    const { user, system } = process.cpuUsage(started);
    times.push((user + system) / 1000);
  }
  // The least is what it takes; the rest is what else the machine did.
  return Math.min(...times.slice(POLLS / 2));
}

async function kindRows(): Promise<Row[]> {
  const seen = await samples();
  const all = Object.values(targetKinds).map(({ kind: name }) => {
    const fixture = fixtures[name]![0];
    const sample = seen[name] ?? { params: fixture!.params as object, text: JSON.stringify(fixture!.bodies[0]) };
    return { name, sample, ms: pollMs(name, sample) };
  });
  const live = all.find(({ name }) => name === "live")!.ms;
  return all.map(({ name, sample, ms }): Row => ({
    what: name,
    "payload, kB": Math.round(sample.text.length / 1000),
    "ms of decoding": Number(ms.toFixed(3)),
    "live polls, with the call": Math.round((ms + CALL_MS) / (live + CALL_MS)),
    cpuWeight: targetKinds[name]!.cpuWeight,
  }));
}

/** What polls of each kind take of the CPU, as `cpuWeight` of the kinds says it; a tick's CPU; the upload and its start. */
export const weights: Bench = {
  name: "weights",
  async run() {
    return [
      ...(await kindRows()),
      ...(await uploadRows()),
      ...(await tickRows()),
      ...(await tickRows({ targets: 150, perCall: 50 })),
      ...(await ownRows()),
    ];
  },
};

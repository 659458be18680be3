import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { convertV4MiniflareOptions, Miniflare, Response, type V4MiniflareOptions } from "miniflare";
import { ASSETS } from "../../host/runtime/configuration.ts";
import { readMigrations } from "../../host/runtime/migrations.ts";
import { bundle, type WorkerModule } from "../../host/runtime/bundle.ts";
import { miniflareOptions } from "../../test/support/started.ts";
import { fakeUpstream, type FakeUpstream } from "../../test/support/fake-upstream.ts";
import { SENT_HEADER } from "../../src/engine/outbound/sender.ts";
import { migrate } from "../../test/support/migrate.ts";
import { median, type Row } from "../bench.ts";
import { runtimes } from "../../test/fuzz/spoil.ts";
import { bareAddress, bareCode } from "../engine/bare.ts";
import { cpuOf } from "../processes.ts";
import { fill, MINUTE, START, TARGETS, userOf, WARM_UPS } from "./forty.ts";
import { manyACall } from "../../test/support/many-a-call.ts";
import { setting } from "../../test/support/setting.ts";

const STARTS = 5;
const WARM = 10;
const ROOM = "7457312345678901234";

/** A runtime that used less than this between two looks is at rest. */
const REST_MS = 0.3;
const LOOK_MS = 10;

/** A chat that takes a message, as the host passes on what it says. */
const taken = () => Response.json({ id: "1" }, { headers: { [SENT_HEADER]: "sent" } });

/** What a tick polls: so many targets, each with a call of its own or fifty a call. */
interface Size {
  targets: number;
  perCall: number;
}

const runtime = (
  modules: WorkerModule[],
  bare: string,
  state: string,
  upstream: FakeUpstream,
  { perCall }: Size,
): Miniflare =>
  new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      logRequests: false,
      telemetry: { enabled: false },
      handleStructuredLogs: () => undefined,
      resourcePersistencePath: join(state, "v3"),
      workers: [
        {
          ...miniflareOptions(),
          name: "tallylight",
          modules: modules.map((one) => ({ type: "ESModule", ...one })),
          bindings: {
            ...setting(upstream.url),
            LIMITS: "free",
            ...(perCall === 1 ? {} : { UPSTREAM_OPERATIONS: manyACall(perCall) }),
            REPLAY_TICKS: "true",
          },
          serviceBindings: { DESTINATIONS: taken, ASSETS },
        },
        {
          name: "bare",
          modules: [{ type: "ESModule", path: "worker.mjs", contents: bare }],
          compatibilityDate: "2026-10-20",
        },
      ],
    } as unknown as V4MiniflareOptions),
  );

async function filled(miniflare: Miniflare, { targets }: Size): Promise<void> {
  await migrate((await miniflare.getD1Database("DB")) as never, await readMigrations());
  await fill((url, init) => miniflare.dispatchFetch(url, init), targets);
}

interface Spent {
  all: number[];
  bare: number[];
}

/** CPU of the runtime for one tick and for the bare loop over as many, one after the other. */
async function spentBy(tick: () => Promise<void>, bare: () => Promise<void>, times: number): Promise<Spent> {
  const pid = runtimes().at(-1)!;
  const spent: Spent = { all: [], bare: [] };
  const during = async (work: () => Promise<void>) => {
    const before = cpuOf(pid);
    await work();
    // The answer is here before the last of the work is: what is kept, what is told.
    for (let seen = before, now = cpuOf(pid); now - seen > REST_MS; [seen, now] = [now, cpuOf(pid)])
      await sleep(LOOK_MS);
    return cpuOf(pid) - before;
  };
  for (let n = 0; n < times; n++) {
    spent.bare.push(await during(bare));
    spent.all.push(await during(tick));
  }
  return spent;
}

/** One start of the runtime: the first tick of its isolate, unchanged ones later, and ones that tell of a start. */
async function ticksOf(
  miniflare: Miniflare,
  upstream: FakeUpstream,
  from: number,
  { targets }: Size,
): Promise<Record<string, Spent>> {
  let at = from;
  let flips = 0;
  const worker = await miniflare.getWorker("tallylight");
  const other = await miniflare.getWorker("bare");
  const tick = async () => {
    const { outcome } = await worker.scheduled({ cron: "* * * * *", scheduledTime: new Date((at += MINUTE)) });
    if (outcome !== "ok") throw new Error(`the tick ended with ${outcome}`);
  };
  const bare = async () => void (await (await other.fetch(bareAddress(upstream.url, targets))).text());
  const cold = await spentBy(tick, bare, 1);
  await spentBy(tick, bare, WARM_UPS);
  const warm = await spentBy(tick, bare, WARM);
  const telling = async () => {
    upstream.live.set(userOf(flips++), ROOM);
    await tick();
  };
  const alert = await spentBy(telling, bare, WARM);
  upstream.live.clear();
  await spentBy(tick, bare, 2);
  return { cold, warm, "with an alert": alert };
}

/** CPU of the runtime for a tick that polls so many targets, and how much of it is more than a bare loop takes. */
export async function tickRows(size: Size = { targets: TARGETS, perCall: 1 }): Promise<Row[]> {
  const modules = await bundle("src/worker.ts", { small: false });
  const bare = await bareCode();
  const state = await mkdtemp(join(tmpdir(), "tallylight-bench-"));
  const upstream = await fakeUpstream();
  const using = async <T>(work: (miniflare: Miniflare) => Promise<T>): Promise<T> => {
    const miniflare = runtime(modules, bare, state, upstream, size);
    try {
      return await work(miniflare);
    } finally {
      await miniflare.dispose();
    }
  };
  try {
    await using((miniflare) => filled(miniflare, size));
    const starts: Record<string, Spent>[] = [];
    for (let n = 0; n < STARTS; n++)
      starts.push(await using((miniflare) => ticksOf(miniflare, upstream, START + n * 60 * MINUTE, size)));
    return Object.keys(starts[0]!).map((what): Row => {
      const [all, floor] = [starts.flatMap((one) => one[what]!.all), starts.flatMap((one) => one[what]!.bare)];
      const ours = all.map((one, n) => one - floor[n]!);
      const ms = (values: number[]) => Number(median(values).toFixed(1));
      return {
        what: `tick of ${size.targets}${size.perCall === 1 ? "" : `, ${size.perCall} a call`}, ${what}`,
        "cpu ms": ms(all),
        "bare loop ms": ms(floor),
        "ours ms": ms(ours),
      };
    });
  } finally {
    await upstream.close();
    await rm(state, { recursive: true, force: true });
  }
}

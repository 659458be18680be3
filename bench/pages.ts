import { gzipSync } from "node:zlib";
import { cpuOfTasks, runtimes } from "../test/fuzz/spoil.ts";
import { fillWorld } from "../test/support/full-world.ts";
import { Jar } from "../test/support/jar.ts";
import { pageAddresses } from "../test/support/page-addresses.ts";
import { startOnRuntime, type System } from "../test/support/system.ts";
import { at95, median, type Bench, type Row } from "./bench.ts";

/** Each page has its own code, and fewer leave much of it cold. */
const WARM_UPS = 25;
const REQUESTS = 40;

/** Somebody with a made token, so that looking it up counts. */
async function visitorOf(system: System, token: string): Promise<Jar> {
  const jar = new Jar((request) => fetch(request, { redirect: "manual" }));
  const own = { "sec-fetch-site": "same-origin", origin: system.base };
  const { status } = await jar.send("/sign-in", { token }, own, system.base);
  if (status !== 303) throw new Error(`signing in answered ${status}`);
  return jar;
}

const rounded = (ms: number): number => Math.round(ms * 10) / 10;

/** CPU of the runtime for each of some requests of one address, one after another, once it is warm; with the last answer. */
async function spentOn(ask: () => Promise<Response>, pid: number): Promise<{ spent: number[]; text: string }> {
  let text = "";
  const answered = async () => {
    const answer = await ask();
    text = await answer.text();
    if (answer.status >= 400) throw new Error(`${answer.url} answered ${answer.status}`);
  };
  for (let i = 0; i < WARM_UPS; i++) await answered();
  const spent: number[] = [];
  for (let i = 0; i < REQUESTS; i++) {
    const before = cpuOfTasks(pid);
    await answered();
    spent.push(cpuOfTasks(pid) - before);
  }
  return { spent, text };
}

/** What a page costs, and of it what its statements do when the Worker asks them again and does nothing else. */
async function measured(address: string, what: string, jar: Jar, { base }: System, pid: number): Promise<Row> {
  const nothing = await spentOn(() => fetch(`${base}/bench/nothing`), pid);
  const page = await spentOn(() => jar.open(address, {}, base), pid);
  const again = await spentOn(() => fetch(`${base}/bench/again`), pid);
  return {
    what,
    "cpu p50 ms": rounded(median(page.spent)),
    "p95 ms": rounded(at95(page.spent)),
    "of it database": rounded(Math.max(0, median(again.spent) - median(nothing.spent))),
    bytes: Buffer.byteLength(page.text),
    gzip: gzipSync(page.text).length,
  };
}

/**
 * What each page costs the runtime's process, the database included, of as much as there may be: one request after another, once it was
 * asked for 25 times.
 * Cloudflare bills a Worker its own CPU alone: what the database took of it stands beside.
 */
export const pages: Bench = {
  name: "pages",
  async run() {
    const system = await startOnRuntime({}, "bench/pages-worker.ts");
    try {
      await fillWorld(system.db, Date.now());
      const make = async (path: string, body: object) => (await system.api("POST", path, body)).body;
      const { token } = await make("/v1/tokens", { name: "Bench", scopes: ["write"] });
      const { key } = await make("/v1/feed-keys", { name: "Bench", watchlistId: null });
      const jar = await visitorOf(system, token);
      const [pid] = runtimes();
      const rows: Row[] = [];
      for (const address of Object.values(pageAddresses(key)).flat())
        rows.push(await measured(address, address.replace(key, "…").slice(0, 60), jar, system, pid!));
      return rows;
    } finally {
      await system.stop();
    }
  },
};

import { gzipSync } from "node:zlib";
import { cpuOfTasks, runtimes } from "../test/fuzz/cpu.ts";
import { fillWorld } from "../test/support/full-world.ts";
import { Jar } from "../test/support/jar.ts";
import { pageAddresses } from "../test/support/page-addresses.ts";
import { startSystem, type System } from "../test/support/system.ts";
import { at95, median, type Bench, type Row } from "./bench.ts";

const WARM_UPS = 10;
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

async function measured(address: string, what: string, jar: Jar, system: System, pid: number): Promise<Row> {
  let text = "";
  const ask = async () => {
    const answer = await jar.open(address, {}, system.base);
    text = await answer.text();
    if (answer.status >= 400) throw new Error(`${address} answered ${answer.status}`);
  };
  for (let i = 0; i < WARM_UPS; i++) await ask();
  const spent: number[] = [];
  for (let i = 0; i < REQUESTS; i++) {
    const before = cpuOfTasks(pid);
    await ask();
    spent.push(cpuOfTasks(pid) - before);
  }
  const bytes = Buffer.byteLength(text);
  return {
    what,
    "cpu p50 ms": rounded(median(spent)),
    "p95 ms": rounded(at95(spent)),
    bytes,
    gzip: gzipSync(text).length,
  };
}

/** What each page costs the runtime's process, the database included, of as much as there may be: one request after another. */
export const pages: Bench = {
  name: "pages",
  async run() {
    const system = await startSystem();
    try {
      await fillWorld(system.host.db, Date.now());
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

import { cpuOfTasks, runtimes } from "../test/fuzz/spoil.ts";
import { apiAddresses } from "../test/support/api-addresses.ts";
import { engineOnD1 } from "../test/support/engine-on-d1.ts";
import { fillWorld } from "../test/support/full-world.ts";
import { startOnRuntime } from "../test/support/system.ts";
import { at95, median, type Bench, type Row } from "./bench.ts";
import { worker } from "./worker.ts";

const WARM_UPS = 5;
const REQUESTS = 20;

const rounded = (ms: number): number => Math.round(ms * 10) / 10;

/** What each of the API's reads takes: CPU of the runtime's process, the database included; its rows and statements. */
export const lists: Bench = {
  name: "lists",
  async run() {
    const now = Date.now();
    const system = await startOnRuntime();
    const [pid] = runtimes();
    const engine = await engineOnD1(await worker());
    try {
      await fillWorld(system.db, now);
      await fillWorld(engine.db, now);
      const { key } = (await system.api("POST", "/v1/feed-keys", { name: "Bench", watchlistId: null })).body;
      const created = await engine.api("POST", "/v1/feed-keys", { name: "Bench", watchlistId: null });
      const { key: other } = (await created.json()) as { key: string };
      const all: Row[] = [];
      for (const address of Object.values(apiAddresses(key)).flat()) {
        const ask = () => fetch(system.base + address, { headers: system.headers }).then((answer) => answer.text());
        for (let n = 0; n < WARM_UPS; n++) await ask();
        const spent: number[] = [];
        for (let n = 0; n < REQUESTS; n++) {
          const before = cpuOfTasks(pid!);
          await ask();
          spent.push(cpuOfTasks(pid!) - before);
        }
        engine.spent();
        await (await engine.api("GET", address.replace(key, other))).text();
        const { read, statements } = engine.spent();
        const what = address
          .replace(key, "…")
          .replaceAll(/:\d\d:\d\d\.\d+Z/g, "")
          .slice(0, 100);
        all.push({
          what,
          "cpu p50 ms": rounded(median(spent)),
          "p95 ms": rounded(at95(spent)),
          rows: read,
          statements,
        });
      }
      return all;
    } finally {
      await Promise.all([system.stop(), engine.stop()]);
    }
  },
};

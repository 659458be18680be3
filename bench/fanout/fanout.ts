import { stat } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import type { Bench, Options, Row } from "../bench.ts";
import { cpuOf, cpuOfTree, residentOfTree } from "../processes.ts";
import { TICK_MS, ticking } from "../ticking.ts";
import { userOf, type Arrived } from "../whole/other-side.ts";
import { startWhole } from "../whole/whole.ts";

const FLIPS = 3000;
const CHANNELS = 200;
const SECOND = 1000;
const LONGEST_MS = 20 * 60_000;

/** Half of those that are polled together would be held back as suspect. */
const TARGETS_A_FLIP = 3;

async function measured(flips: number, channels: number): Promise<Row> {
  const targets = flips * TARGETS_A_FLIP;
  const { other, host, call, stop } = await startWhole(targets);
  const db = new DatabaseSync(host.database, { timeout: 10_000 });
  const one = (sql: string) => Number(Object.values(db.prepare(sql).get()!)[0]);
  const counted = (name: string) => one(`SELECT coalesce(counters ->> '$."${name}"', 0) FROM tally`);
  const figures = () => ({
    read: counted("d1|rowsRead"),
    written: counted("d1|rowsWritten"),
    statements: counted("d1|statements"),
    cpu: cpuOfTree(process.pid) - cpuOf(other.process.pid!),
  });
  try {
    const rows = Array.from({ length: targets }, (_, n) => ({
      kind: "live",
      name: `Creator ${n}`,
      params: { userId: userOf(n) },
    }));
    for (let from = 0; from < targets; from += 9000)
      await call("POST", "/v1/targets/import", rows.slice(from, from + 9000));
    for (let n = 0; n < channels; n++) {
      const settings = { url: `${other.receiver}/hooks/${n}` };
      const { id } = (await call("POST", "/v1/channels", { kind: "webhook", name: `c${n}`, settings })) as {
        id: string;
      };
      await call("POST", "/v1/subscriptions", { name: `c${n}`, events: ["live.*"], channelId: id });
    }
    const ticks = ticking(host);
    await sleep(75 * SECOND);
    const size = async () => (await stat(host.database)).size / 1e6;
    const [before, sizeBefore, from] = [figures(), await size(), Date.now()];
    ticks.took.length = 0;
    const all = flips * channels;
    await other.ask(flips);
    let arrived: Arrived;
    let resident = 0;
    do {
      await sleep(SECOND);
      arrived = await other.ask(0);
      resident = Math.max(resident, residentOfTree(host.pid()));
    } while (arrived.arrived < all && Date.now() - from < LONGEST_MS);
    const seconds = (Date.now() - from) / SECOND;
    await sleep(2 * TICK_MS);
    await ticks.stop();
    const after = figures();
    const each = (name: keyof typeof after) => Number(((after[name] - before[name]) / arrived.arrived).toFixed(2));
    return {
      what: `${flips} starts on ${channels} webhook channels`,
      arrived: arrived.arrived,
      doubled: arrived.doubled,
      seconds: Math.round(seconds),
      "rows read each": each("read"),
      "rows written each": each("written"),
      "statements each": each("statements"),
      "CPU ms each": each("cpu"),
      "longest tick s": Number((Math.max(...ticks.took) / SECOND).toFixed(1)),
      "ticks skipped": ticks.skipped(),
      "runtime MiB": Math.round(resident),
      "database MB": `${Math.round(sizeBefore)} to ${Math.round(await size())}`,
    };
  } finally {
    db.close();
    await stop();
  }
}

/** How long a burst of starts takes that each of many webhook channels is told, by the clock. `--most` is how many starts. */
export const fanout: Bench = {
  name: "fanout",
  async run({ most: max = FLIPS }: Options) {
    return [await measured(max, CHANNELS)];
  },
};

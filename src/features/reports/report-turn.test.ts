import { beforeEach, expect, test } from "vitest";
import type { AirtimeReportDeps } from "./rows/report.ts";
import { NO_AIRTIME } from "../../../test/support/no-airtime.ts";
import { inReportTurn, renderedInPieces } from "./report-turn.ts";

/** A clock that only sleeping moves. */
let now = 0;
beforeEach(() => (now += 1_000_000));

const sleep = async (ms: number) => {
  now += ms;
  await new Promise((resolve) => setTimeout(resolve, 1));
};

const ports = {
  keep: { wallNow: () => now },
  idempotency: { sleep },
  reports: { ...NO_AIRTIME, pastMonths: async () => ({ items: [], next: null }) },
} as unknown as Parameters<typeof inReportTurn>[0];

const read = (reports: AirtimeReportDeps) => reports.pastMonths({} as never, null, 1);

test("six reports asked for at once are made one after another", async () => {
  let making = 0;
  let most = 0;
  const make = () =>
    inReportTurn(ports, async (reports) => {
      most = Math.max(most, ++making);
      for (let page = 0; page < 5; page++) {
        await read(reports);
        await sleep(100);
      }
      making -= 1;
      return "made";
    });
  expect(await Promise.all(Array.from({ length: 6 }, make))).toEqual(Array(6).fill("made"));
  expect(most).toBe(1);
});

test("a report that failed hands on its turn, and one that stopped in the middle after three seconds", async () => {
  const refused = inReportTurn(ports, () => Promise.reject(new Error("none")));
  await expect(refused).rejects.toThrow("none");
  const since = now;
  expect(await inReportTurn(ports, async () => "made")).toBe("made");
  expect(now).toBe(since);
  // Its client left, so that nothing goes on.
  void inReportTurn(ports, () => new Promise(() => {}));
  expect(await inReportTurn(ports, async () => "made")).toBe("made");
  expect(now - since).toBe(3000);
});

test("a request that waited for 20 seconds is refused, and may be sent again in five", async () => {
  let over = false;
  const busy = inReportTurn(ports, async (reports) => {
    while (!over) {
      await read(reports);
      await sleep(1000);
    }
  });
  await expect(inReportTurn(ports, async () => "made")).rejects.toMatchObject({
    status: 429,
    headers: { "retry-after": "5" },
  });
  over = true;
  await busy;
});

test("rows are rendered in order, with a pause after each hundred", async () => {
  let pauses = 0;
  const pause = async () => void pauses++;
  const rows = Array.from({ length: 250 }, (_, n) => n);
  expect(await renderedInPieces(rows, String, pause)).toEqual(rows.map(String));
  expect(pauses).toBe(2);
});

test("a report waits after each page, so that ticks that came meanwhile go on", async () => {
  let rest = 0;
  await inReportTurn(ports, async (reports) => {
    for (let page = 0; page < 5; page++) {
      setImmediate(() => (rest += 1));
      await read(reports);
    }
  });
  expect(rest).toBe(5);
});

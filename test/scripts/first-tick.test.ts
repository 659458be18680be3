import { Session } from "node:inspector/promises";
import { relative } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { FIRST_TICK } from "../../scripts/host/first-tick.ts";
import { doors } from "../../src/doors.ts";
import { listen, platform, watch } from "../support/platform.ts";

const START = Date.UTC(2026, 0, 5, 12);
const MINUTE = 60_000;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** How many characters the functions have that were called meanwhile, by the paths of our modules. */
async function calledDuring(work: () => Promise<unknown>): Promise<Map<string, number>> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await work();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  const sizes = new Map<string, number>();
  for (const { url, functions } of result) {
    const path = relative(process.cwd(), url.replace(/^file:\/\//, ""));
    let end = 0;
    const called = functions.map(({ ranges }) => ranges[0]!).filter(({ count }) => count > 0);
    for (const { startOffset, endOffset } of called.toSorted((a, b) => a.startOffset - b.startOffset)) {
      if (!path.startsWith("src/") || startOffset < end) continue;
      sizes.set(path, (sizes.get(path) ?? 0) + endOffset - startOffset);
      end = endOffset;
    }
  }
  return sizes;
}

test("most of what a tick runs is compiled as the script is loaded, and no module that it does not run", async () => {
  vi.useFakeTimers({ now: START });
  const cloud = await platform({ LIMITS: "free", UPSTREAM_POLLS_PER_MINUTE: "50" });
  await watch(
    cloud,
    Array.from({ length: 40 }, (_, n) => String(1_000_000 + n)),
  );
  await listen(cloud, ["live.*"]);
  for (let n = 1; n <= 3; n++) await cloud.tick(START + n * MINUTE);
  // An isolate that knows nothing of its environment yet.
  const tick = { scheduledTime: START + 4 * MINUTE, cron: "* * * * *", noRetry: () => undefined };
  const called = await calledDuring(() =>
    Promise.all([doors().scheduled(tick, { ...cloud.env }, {} as never), vi.advanceTimersByTimeAsync(MINUTE / 2)]),
  );
  const sum = (paths: Iterable<string>) => [...paths].reduce((all, path) => all + (called.get(path) ?? 0), 0);
  expect([...FIRST_TICK].filter((path) => !called.has(path))).toEqual([]);
  expect(sum(FIRST_TICK) / sum(called.keys())).toBeGreaterThan(0.9);
});

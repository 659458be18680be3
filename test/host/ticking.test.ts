import { expect, test, vi } from "vitest";
import type { Host } from "../../host/runtime/host.ts";
import { keepTicking } from "../../host/runtime/main.ts";
import { oneByOne } from "../../host/runtime/one-by-one.ts";

test("one starts when the one before has ended, well or not, and each gets its own answer", async () => {
  const log: string[] = [];
  const run = oneByOne(async (name: string) => {
    log.push(`${name} starts`);
    await new Promise((resolve) => setImmediate(resolve));
    log.push(`${name} ends`);
    if (name === "bad") throw new Error("bad");
    return name;
  });
  const all = await Promise.allSettled(["first", "bad", "last"].map(run));
  expect(all.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(all[2]).toMatchObject({ value: "last" });
  expect(log).toEqual(["first", "bad", "last"].flatMap((name) => [`${name} starts`, `${name} ends`]));
});

/** Turns of the event loop: who does not wait for a clock gets far in them. */
const turns = async () => {
  for (let n = 0; n < 50; n++) await new Promise((resolve) => setImmediate(resolve));
};

test("between two ticks it waits, also after one that failed, until it is stopped", async () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
  for (const tick of [async () => true, async () => false, () => Promise.reject(new Error("gone"))]) {
    const at: number[] = [];
    const host = { tick: (time: number) => (at.push(time), tick()) } as unknown as Host;
    const stopped = new AbortController();
    const ended = keepTicking(host, 86_400 * 20, stopped.signal);
    await turns();
    expect(at).toHaveLength(1);
    stopped.abort();
    await ended;
    expect(at).toHaveLength(1);
  }
  expect(error).toHaveBeenCalledTimes(2);
  error.mockRestore();
});

import { expect, test, vi } from "vitest";
import type { Host } from "../../host/runtime/host.ts";
import { keepTicking } from "../../host/runtime/main.ts";

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

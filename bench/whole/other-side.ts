// The polled service and the receivers, in a process of its own: what they take is not counted.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fakeUpstream } from "../../test/support/fake-upstream.ts";

/** What the bench asks: so many creators go on air, every third one. */
export interface Requested {
  live: number;
}

/** What arrived so far. */
export interface Arrived {
  arrived: number;
  /** Requests under an id that had arrived before. */
  doubled: number;
  /** Calls of the polled service since the last question. */
  calls: number;
}

export const userOf = (n: number): string => String(1_000_000 + n);

if (process.send !== undefined) {
  const upstream = await fakeUpstream();
  const answersAfterMs = Number(process.argv[2]);
  if (answersAfterMs > 0) upstream.interfere = () => sleep(answersAfterMs, null);
  const ids = new Set<string>();
  let doubled = 0;
  const receiver = createServer((request, response) => {
    const id = String(request.headers["webhook-id"]);
    if (ids.has(id)) doubled += 1;
    ids.add(id);
    request.resume();
    request.on("end", () => response.end());
  });
  receiver.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  process.on("message", ({ live }: Requested) => {
    for (let n = 0; n < live; n++) upstream.live.set(userOf(3 * n), "7457312345678901234");
    const calls = upstream.calls.splice(0).length;
    process.send!({ arrived: ids.size, doubled, calls } satisfies Arrived);
  });
  process.on("disconnect", () => process.exit());
  process.send({ url: upstream.url, receiver: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}` });
}

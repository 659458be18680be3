import { expect, test } from "vitest";
import { InFlight } from "../poll/batch.ts";
import { take } from "./outbox-take.ts";

const NOW = Date.UTC(2026, 0, 5, 12);

test("a process that is sending two thousand deliveries claims no more and queries nothing", async () => {
  const inFlight = new InFlight();
  inFlight.begin(
    Array.from({ length: 2000 }, (_, n) => `dlv_${n}`),
    NOW + 1000,
  );
  const nobody = null as never;
  const claim = { now: NOW, most: 60, complete: null, taker: "run_1" };
  const taken = await take(nobody, nobody, inFlight, { leaseMs: 1000, wallNow: () => NOW }, claim);
  expect(taken).toMatchObject({ deliveries: [], channels: [], more: false, busy: true });
});

import { describe, expect, test } from "vitest";
import type { Outcome } from "../../channels/kind.ts";
import type { TakenDelivery } from "./outbox.ts";
import { mayFollow, mayHaveArrived, NO_KEY, RETRY_SECONDS, UNHEARD, verdictOf } from "./verdict.ts";

const NOW = 1_800_000_000_000;
const tried = { at: NOW, status: 500, error: null, durationMs: 12 };
const fresh: TakenDelivery = {
  id: "dlv_1",
  channelId: "ch_1",
  items: [],
  attempts: [],
  madeAt: NOW,
  edits: null,
  edition: null,
  board: null,
  messageRef: null,
};
const later = (over: Partial<Extract<Outcome, { kind: "later" }>> = {}): Outcome => ({
  kind: "later",
  afterSeconds: null,
  scope: "delivery",
  reason: "answered 500",
  ...over,
});

/** A channel without other failures or arrivals. */
const WELL = { recoveredAt: null };

describe("the retry schedule", () => {
  test("starts with seconds, adds up to a fifth of jitter, and ends dead if other messages arrived meanwhile", () => {
    let delivery = fresh;
    const waits: number[] = [];
    let now = NOW;
    for (let tries = 0; tries < 20; tries++) {
      const { settlement } = verdictOf(delivery, { recoveredAt: now - 1 }, later(), { ...tried, at: now }, now, 0);
      if (settlement.nextAttemptAt === null) {
        expect(settlement).toMatchObject({ status: "dead", reason: "gave up: answered 500" });
        break;
      }
      waits.push((settlement.nextAttemptAt - now) / 1000);
      now = settlement.nextAttemptAt;
      delivery = { ...delivery, attempts: [...delivery.attempts, settlement.attempt!] };
    }
    expect(waits).toEqual([5, 15, 45, 120, 300, 900, 3600, 10_800, 21_600, 43_200, 86_400, 86_400]);
    const jittered = verdictOf(fresh, WELL, later(), tried, NOW, 1).settlement.nextAttemptAt!;
    expect(jittered).toBe(NOW + 6000);
  });

  test("an attempt before its time uses up no step and delays none", () => {
    const failedAt = (seconds: number) => ({ ...tried, at: NOW + seconds * 1000, error: "answered 500" });
    const early = { ...fresh, attempts: [0, 5, 20, 65, 90, 91, 120].map(failedAt) };
    const next = verdictOf(early, WELL, later(), tried, NOW + 150_000, 0).settlement.nextAttemptAt;
    expect(next).toBe(NOW + 185_000);
    expect(verdictOf(early, WELL, later(), tried, NOW + 185_000, 0).settlement.nextAttemptAt).toBe(NOW + 485_000);
  });

  test("a wait requested by the destination uses up no step, and pauses what it limits", () => {
    let delivery = fresh;
    for (let n = 0; n < 50; n++) {
      const { settlement, pause } = verdictOf(
        delivery,
        WELL,
        later({ scope: "thread", afterSeconds: 30 }),
        tried,
        NOW,
        0,
      );
      expect(settlement).toMatchObject({ status: "pending", nextAttemptAt: NOW + 30_000 });
      expect(pause).toEqual({ limited: "thread", until: NOW + 30_000 });
      delivery = { ...delivery, attempts: [...delivery.attempts, settlement.attempt!] };
    }
    expect(verdictOf(delivery, WELL, later(), tried, NOW, 0).settlement.nextAttemptAt).toBe(
      NOW + RETRY_SECONDS[0] * 1000,
    );
  });

  test("an attempt without an outcome uses up no step", () => {
    const error = UNHEARD;
    const unheard = (days: number) => ({ at: NOW - days * 86_400_000, status: null, error, durationMs: 0 });
    const delivery = { ...fresh, attempts: Array.from({ length: 20 }, (_, n) => unheard(20 - n)) };
    for (const scope of ["delivery", "channel"] as const)
      expect(verdictOf(delivery, WELL, later({ scope }), tried, NOW, 0).settlement.nextAttemptAt).toBe(
        NOW + RETRY_SECONDS[0] * 1000,
      );
  });

  test("a blocked address backs off for ten minutes, doubling to two hours", () => {
    let delivery = fresh;
    const waits: number[] = [];
    for (let n = 0; n < 6; n++) {
      const { settlement } = verdictOf(delivery, WELL, later({ scope: "egress" }), tried, NOW, 0);
      waits.push((settlement.nextAttemptAt! - NOW) / 60_000);
      delivery = { ...delivery, attempts: [...delivery.attempts, settlement.attempt!] };
    }
    expect(waits).toEqual([10, 20, 40, 80, 120, 120]);
  });

  test("a delivery that failed for 120 hours is dead if others arrived meanwhile; during an outage it waits", () => {
    const hours = (n: number) => NOW - n * 3_600_000;
    const first = { ...tried, at: hours(120), error: "answered 500" };
    const old = { ...fresh, madeAt: hours(120), attempts: [first] };
    const at = (recoveredAt: number | null) =>
      verdictOf(old, { recoveredAt }, later(), tried, NOW, 0).settlement.status;
    expect([null, hours(121), hours(25), hours(23)].map(at)).toEqual(["pending", "pending", "pending", "dead"]);
    const all = Array.from({ length: 300 }, (_, n) => ({ ...first, at: hours(299 - n) }));
    expect(verdictOf({ ...old, attempts: all }, WELL, later(), tried, NOW, 0).settlement.status).toBe("pending");
  });
});

test("what a person can fix, or a limit that ends, is never given up", () => {
  const first = { ...tried, at: NOW - 130 * 3_600_000, error: "answered 403" };
  const old = { ...fresh, madeAt: first.at, attempts: [first] };
  const after = (outcome: Outcome) =>
    verdictOf(old, { recoveredAt: NOW - 1 }, outcome, tried, NOW, 0).settlement.status;
  expect(after(later())).toBe("dead");
  expect(after(later({ fix: "open" }))).toBe("pending");
  for (const scope of ["thread", "route", "oldEdits", "channel", "egress"] as const)
    expect(after(later({ scope }))).toBe("pending");
});

test("a destination that moves is followed three times at once, without using up a step", () => {
  const moved: Outcome = { kind: "moved", settings: {}, reason: "elsewhere" };
  let delivery = fresh;
  for (let n = 0; n < 3; n++) {
    expect(mayFollow(delivery)).toBe(true);
    const { settlement, ...rest } = verdictOf(delivery, WELL, moved, tried, NOW, 0);
    expect(settlement).toMatchObject({ status: "pending", nextAttemptAt: NOW });
    expect(rest).toEqual({ pause: null, disabledReason: null });
    delivery = { ...delivery, attempts: [...delivery.attempts, settlement.attempt!] };
  }
  expect(mayFollow(delivery)).toBe(false);
  expect(verdictOf(delivery, WELL, later(), tried, NOW, 0).settlement.nextAttemptAt).toBe(NOW + 5000);
});

test.each([
  [{ kind: "sent", ref: "77", pauseSeconds: 0 }, { status: "sent", messageRef: "77", sentAt: NOW }, null],
  [{ kind: "dead", reason: "invalid" }, { status: "dead", reason: "invalid" }, null],
  [{ kind: "reformat", reason: "invalid" }, { status: "dead", reason: "invalid" }, null],
  [{ kind: "gone", reason: "no_service" }, { status: "dead", reason: "no_service" }, "no_service"],
] as [Outcome, object, string | null][])("%o decides the outcome", (outcome, expected, disabled) => {
  const verdict = verdictOf(fresh, WELL, outcome, tried, NOW, 0);
  expect(verdict.settlement).toMatchObject(expected);
  expect(verdict.disabledReason).toBe(disabled);
});

test.each([
  [null, UNHEARD, true],
  [null, "timeout", true],
  [null, NO_KEY, false],
  [500, null, true],
  [503, null, true],
  [429, null, false],
  [200, null, false],
])("after an answer of %s (%s) the message may have arrived: %s", (status, error, may) => {
  expect(mayHaveArrived([{ at: NOW, status, error, durationMs: 1 }])).toBe(may);
  expect(mayHaveArrived([])).toBe(false);
});

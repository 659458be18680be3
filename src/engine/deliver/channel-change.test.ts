import { expect, test } from "vitest";
import type { Outcome } from "../../channels/kind.ts";
import { NO_FAILURE } from "../../core/channel-failure.ts";
import type { RoutedRequest } from "../../core/pauses.ts";
import { channelChange } from "./channel-change.ts";
import type { TakenChannel } from "./outbox.ts";
import type { Verdict } from "./verdict.ts";

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;

const channel: TakenChannel = {
  id: "ch_1",
  updatedAt: 0,
  kind: "webhook",
  name: "c",
  enabled: true,
  disabledReason: null,
  failure: null,
  recoveredAt: null,
  language: null,
  pauses: null,
  pacedUntil: 0,
  failingSince: null,
  settings: {},
  threads: null,
  linked: [],
};
const verdict: Verdict = { settlement: {} as never, pause: null, disabledReason: null };
const request = { route: "post", thread: "" } as const;
const later: Outcome = { kind: "later", afterSeconds: null, scope: "delivery", reason: "no answer" };

const after = (more: Partial<TakenChannel>, outcome: Outcome, status: number | null) =>
  channelChange({ ...channel, ...more }, { outcome, status, exchange: null, request }, verdict, NOW, NOW);

test("a channel fails since its first failure, and never since a future time", () => {
  expect(after({}, later, 500)).toMatchObject({ failingSince: NOW });
  expect(after({ failingSince: NOW - HOUR }, later, 500)).toMatchObject({ failingSince: NOW - HOUR });
  expect(after({ failingSince: NOW + HOUR }, later, 500)).toMatchObject({ failingSince: NOW });
});

test("a message that could not be rendered says nothing about the channel", () => {
  expect(after({}, { kind: "dead", reason: "no words" }, null)).toBeNull();
  expect(after({}, { kind: "dead", reason: "invalid" }, 400)).toMatchObject({ failure: { failed: true, refusals: 1 } });
});

test.each([
  [408, 0],
  [425, 0],
  [429, 0],
  [404, 1],
  [302, 1],
  [500, 0],
  [null, 0],
])("an answer of %s counts as %i refusals", (status, refusals) => {
  expect(after({}, later, status)?.failure).toMatchObject({ refusals });
});

test("a channel is disabled after 120 hours without an arrival, and enabled by one", () => {
  const failing = (hours: number) => after({ failingSince: NOW - hours * HOUR, failure: NO_FAILURE }, later, 500);
  expect([failing(119), failing(120)].map((one) => one?.disabledReason ?? null)).toEqual([
    null,
    "nothing arrived for 120 hours: no answer",
  ]);
  const sent: Outcome = { kind: "sent", ref: null, pauseSeconds: 0 };
  expect(after({ enabled: false, failingSince: NOW - 130 * HOUR }, sent, 200)).toMatchObject({ enabledAgain: true });
});

test("a refused kind of request is reported although others arrive, and never disables the channel", () => {
  const sent: Outcome = { kind: "sent", ref: null, pauseSeconds: 0 };
  const refused: Outcome = { ...later, fix: "open" };
  const own = { route: "post", thread: "7" } as const;
  const result = (outcome: Outcome, request: RoutedRequest) => ({ outcome, status: 400, exchange: null, request });
  const changeAt = (before: TakenChannel, outcome: Outcome, request: RoutedRequest, now: number) =>
    channelChange(before, result(outcome, request), verdict, now, now);
  const first = changeAt(channel, refused, own, NOW)!;
  expect(first).toMatchObject({ failingSince: NOW, failure: { refusals: 1, request: "post/7" } });
  const failing: TakenChannel = { ...channel, ...first, pacedUntil: 0 };
  for (const request of [{ ...own, thread: "8" }, { ...own, route: "edit" } as const])
    expect(changeAt(failing, sent, request, NOW + HOUR)).toMatchObject({
      failingSince: NOW,
      failure: { refusals: 1 },
      recoveredAt: NOW + HOUR,
    });
  const rest = { ...failing, recoveredAt: NOW + 100 * HOUR };
  expect(changeAt(rest, refused, own, NOW + 130 * HOUR)).toMatchObject({
    disabledReason: null,
    failure: { refusals: 2 },
  });
  expect(changeAt(failing, refused, own, NOW + 130 * HOUR)?.disabledReason).toMatch(/120 hours/);
  expect(changeAt(rest, sent, own, NOW + HOUR)).toMatchObject({ failingSince: null, failure: null });
});

test("an arrival is reported only where the failure was", () => {
  const sent: Outcome = { kind: "sent", ref: null, pauseSeconds: 0 };
  const arrived = (reportedSince: number | null) =>
    after({ failingSince: NOW - HOUR, failure: { ...NO_FAILURE, failed: true, reportedSince } }, sent, 200);
  expect(arrived(null)).toMatchObject({ failingSince: null, failure: null });
  expect(arrived(NOW - HOUR)).toMatchObject({ failingSince: null, failure: { failed: false, recoveredAt: NOW } });
});

import { expect, test } from "vitest";
import type { Outcome } from "../../channels/kind.ts";
import { NO_FAILURE } from "../../core/channel-failure.ts";
import { channelChange } from "./channel-change.ts";
import type { TakenChannel } from "./outbox.ts";

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
  pacedUntil: 0,
  failingSince: null,
  settings: {},
  threads: null,
};
const verdict = { settlement: {} as never, pausedUntil: null, disabledReason: null };
const later: Outcome = { kind: "later", afterSeconds: null, scope: "delivery", reason: "no answer" };

const after = (more: Partial<TakenChannel>, outcome: Outcome, status: number | null) =>
  channelChange({ ...channel, ...more }, { outcome, status, exchange: null }, verdict, NOW, NOW);

test("it fails since the first failure, and never since a time that has not come", () => {
  expect(after({}, later, 500)).toMatchObject({ failingSince: NOW });
  expect(after({ failingSince: NOW - HOUR }, later, 500)).toMatchObject({ failingSince: NOW - HOUR });
  expect(after({ failingSince: NOW + HOUR }, later, 500)).toMatchObject({ failingSince: NOW });
});

test("what could not even be put into words says nothing of the channel", () => {
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
])("an answer of %s is counted as a refusal %i times", (status, refusals) => {
  expect(after({}, later, status)?.failure).toMatchObject({ refusals });
});

test("after 120 hours without an arrival it is disabled, and one arrival enables it again", () => {
  const failing = (hours: number) => after({ failingSince: NOW - hours * HOUR, failure: NO_FAILURE }, later, 500);
  expect([failing(119), failing(120)].map((one) => one?.disabledReason ?? null)).toEqual([
    null,
    "nothing arrived for 120 hours: no answer",
  ]);
  const sent: Outcome = { kind: "sent", ref: null, pauseSeconds: 0 };
  expect(after({ enabled: false, failingSince: NOW - 130 * HOUR }, sent, 200)).toMatchObject({ enabledAgain: true });
});

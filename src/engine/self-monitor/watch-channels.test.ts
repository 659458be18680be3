import { expect, test } from "vitest";
import { NO_FAILURE } from "../../core/channel-failure.ts";
import { watchChannels } from "./watch-channels.ts";

const NOW = Date.UTC(2026, 0, 5, 12);
const HOUR = 3_600_000;

test("a channel that works for a moment and fails again is told of as both, and keeps what its destination said", () => {
  const failure = {
    ...NO_FAILURE,
    refusals: 3,
    failed: true,
    reason: "answered 403",
    reportedSince: NOW - 5 * HOUR,
    recoveredAt: NOW - 2 * HOUR,
  };
  const troubled = { id: "ch_1", name: "#live", kind: "slack", failingSince: NOW - HOUR, failure, waiting: 4 };
  const { news, reports, failing } = watchChannels([troubled], NOW);
  expect(news).toMatchObject([
    { type: "channel.recovered", data: { reason: "answered 403", waiting: 4 } },
    { type: "channel.failing", data: { reason: "answered 403", waiting: 4 } },
  ]);
  expect(reports).toEqual([
    { id: "ch_1", before: failure, after: { ...failure, waiting: 4, recoveredAt: null, reportedSince: NOW - HOUR } },
  ]);
  expect(failing).toMatchObject({
    since: NOW - HOUR,
    detail: expect.stringMatching(/^The channel "#live" \(Slack\) receives no messages: answered 403\./),
  });
});

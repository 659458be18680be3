import { describe, expect, test } from "vitest";
import { batch, endEvent, matched, notified, T } from "../../../test/support/matches.ts";
import type { Event } from "../../core/event.ts";
import type { Subscription } from "../../features/alerts/resource/subscription.ts";
import { place } from "./assign-delivery.ts";

describe("an end whose start was sent", () => {
  test("edits its message silently", () => {
    const placed = place(matched(endEvent, { mention: { kind: "here" } as never }), notified("sent"), batch);
    expect(placed).toMatchObject({
      status: "pending",
      edits: "dlv_start",
      items: [{ event: "evt_end", mentions: [] }],
    });
  });

  test("edits the delivery of its own channel and start, whatever others exist", () => {
    const [own] = notified("sent");
    const rest = [
      { ...own!, channelId: "ch_2", deliveryId: "dlv_elsewhere" },
      { ...own!, eventId: "evt_other", deliveryId: "dlv_of_another" },
    ];
    expect(place(matched(endEvent), [...rest, own!], batch)).toMatchObject({ edits: "dlv_start" });
    expect(place(matched(endEvent), rest, batch)).toMatchObject({ status: "suppressed", edits: null });
  });

  test("is a message of its own if the subscription says so or the channel cannot edit", () => {
    for (const match of [matched(endEvent, { onEnd: "post" }), matched(endEvent, {}, "slack")]) {
      const placed = place(match, notified("sent"), batch);
      expect(placed).toMatchObject({ status: "pending", edits: null });
    }
  });

  test("is ignored if the subscription says so", () => {
    expect(place(matched(endEvent, { onEnd: "ignore" }), notified("sent"), batch)).toBe(null);
  });
});

describe("an end whose start was never sent to the channel", () => {
  const baseline: Event = { ...endEvent, follows: null, data: { roomId: "7", durationSeconds: 60 } };
  const only = (more: Partial<Subscription>) => matched(baseline, { events: ["live.ended"], ...more });

  test.each(["discord", "slack", "webhook"])("is not told on %s either", (kind) => {
    for (const event of [baseline, endEvent])
      expect(place(matched(event, {}, kind), [], batch)).toMatchObject({
        status: "suppressed",
        reason: "its start was not sent here",
      });
    expect(place(matched(baseline, { onEnd: "ignore" }, kind), [], batch)).toBe(null);
  });

  test("is sent to subscriptions that ask only for ends, also beside one that asks for both", () => {
    expect(place(only({}), [], batch)).toMatchObject({ status: "pending" });
    const both = matched(baseline);
    both.wanting.push(only({ id: "sub_2" }).wanting[0]!);
    expect(place(both, [], batch)).toMatchObject({ status: "pending" });
    const alone = matched(endEvent, { events: ["live.ended"] });
    expect(place(alone, notified("suppressed"), batch)).toMatchObject({ status: "pending" });
  });

  test("is sent if the filters reject starts", () => {
    const long = { field: "data.durationSeconds", op: "gte" as const, value: 30 };
    expect(place(only({ events: ["live.*"], filters: [long] }), [], batch)).toMatchObject({ status: "pending" });
    const room = { field: "data.roomId", op: "eq" as const, value: "7" };
    expect(place(only({ events: ["live.*"], filters: [room] }), [], batch)).toMatchObject({ status: "suppressed" });
  });
});

test("an end whose start still waits is merged with it, if the channel groups", () => {
  for (const [onEnd, kind] of [
    ["edit", "discord"],
    ["post", "discord"],
    ["edit", "slack"],
  ] as const)
    expect(place(matched(endEvent, { onEnd }, kind), notified("pending"), batch)).toMatchObject({ edits: "dlv_start" });
  expect(place(matched(endEvent, {}, "webhook"), notified("pending"), batch)).toMatchObject({ edits: null });
});

test("an end whose start is held or suppressed is treated alike", () => {
  expect(place(matched(endEvent), notified("held"), batch)).toMatchObject({ status: "held", heldUntil: T + 9 });
  expect(place(matched(endEvent), notified("suppressed"), batch)).toMatchObject({ status: "suppressed" });
});

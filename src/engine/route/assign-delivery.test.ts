import { idOf } from "../commit.ts";
import { describe, expect, test } from "vitest";
import { batch, endEvent, matched, notified, T } from "../../../test/support/matches.ts";
import { startEvent } from "../../../test/support/messages.ts";
import type { Event } from "../../core/event.ts";
import type { Subscription } from "../../features/alerts/resource/subscription.ts";
import { place } from "./assign-delivery.ts";

describe("an update of an earlier message of its type", () => {
  const update: Event = { ...endEvent, id: "evt_update", type: "ranking.closing" };

  test.each(["edit", "post", "delete", "ignore"] as const)("edits it, whatever happens at ends: %s", (onEnd) => {
    const placed = place(matched(update, { onEnd }), notified("sent"), batch);
    expect(placed).toMatchObject({ status: "pending", edits: "dlv_start" });
    expect(placed!.items[0]).not.toHaveProperty("removes");
    expect(place(matched(update, { onEnd }), notified("held"), batch)).toMatchObject({ status: "held" });
  });

  test("is ignored if there is no message, or the channel cannot edit it", () => {
    expect(place(matched(update), [], batch)).toBe(null);
    for (const status of ["suppressed", "dead"] as const)
      expect(place(matched(update), notified(status), batch)).toBe(null);
    for (const kind of ["slack", "webhook"])
      expect(place(matched(update, {}, kind), notified("sent"), batch)).toBe(null);
    const disabled = matched(update);
    disabled.channel.enabled = false;
    expect(place(disabled, notified("sent"), batch)).toBe(null);
  });
});

test("messages that group wait for the other batches of their tick, others do not", () => {
  expect(place(matched(startEvent), [], batch)).toMatchObject({ openUntil: T + 1000, joins: true, urgent: true });
  expect(place(matched(startEvent), [], { ...batch, batches: 1 })).toMatchObject({ openUntil: 0 });
  expect(place(matched(startEvent, { group: false }), [], batch)).toMatchObject({ openUntil: 0, joins: false });
  expect(place(matched(startEvent, {}, "webhook"), [], batch)).toMatchObject({ openUntil: 0, joins: false });
});

test("held events are merged if the channel groups, otherwise each is a message", () => {
  const quietHours = { from: "00:00", to: "23:59", timezone: "UTC", action: "hold" } as const;
  const heldOn = (kind: string, event: Event) => place(matched(event, { quietHours }, kind), [], batch);
  const other: Event = { ...startEvent, id: "evt_other" };
  for (const kind of ["discord", "slack"]) {
    expect(heldOn(kind, startEvent)).toMatchObject({ status: "held", heldUntil: expect.any(Number) });
    expect(heldOn(kind, startEvent)!.id).toBe(heldOn(kind, other)!.id);
  }
  expect(heldOn("webhook", startEvent)).toMatchObject({ status: "held", joins: false });
  const [own, ofOther] = [startEvent, other].map((event) => idOf(heldOn("webhook", event)!, batch.tick));
  expect(own).not.toBe(ofOther);
});

test("a disabled channel gets nothing, and the row says why", () => {
  const off = (disabledReason: string | null) => {
    const match = matched(startEvent);
    return { ...match, channel: { ...match.channel, enabled: false, disabledReason } };
  };
  expect(place(off("it is gone"), [], batch)).toMatchObject({
    status: "suppressed",
    reason: "channel disabled: it is gone",
  });
  expect(place(off(null), [], batch)).toMatchObject({ status: "suppressed", reason: "channel disabled: by hand" });
});

test("a subscription in quiet hours decides nothing: words, mentions and grouping come from the other one", () => {
  const quietHours = { from: "00:00", to: "23:59", timezone: "UTC", action: "hold" } as const;
  const reported = (text: string) => ({
    template: { [startEvent.type]: text },
    mention: { kind: "user", id: text } as never,
  });
  const match = matched(startEvent, { ...reported("quiet"), quietHours });
  match.wanting.push(matched(startEvent, { ...reported("awake"), id: "sub_2", group: false }).wanting[0]!);
  expect(place(match, [], batch)).toMatchObject({
    status: "pending",
    joins: false,
    items: [{ template: "awake", mentions: [{ id: "awake" }] }],
  });
  // If both are in quiet hours, the older one decides.
  match.wanting[1]!.subscription = { ...match.wanting[1]!.subscription, quietHours };
  expect(place(match, [], batch)).toMatchObject({ status: "held", items: [{ template: "quiet" }] });
});

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

import { describe, expect, test } from "vitest";
import { batch, endEvent, matched, notified, T } from "../../../test/support/matches.ts";
import { startEvent } from "../../../test/support/messages.ts";
import type { Event } from "../../core/event.ts";
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
  expect(heldOn("webhook", startEvent)!.id).not.toBe(heldOn("webhook", other)!.id);
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

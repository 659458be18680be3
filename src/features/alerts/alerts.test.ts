import { expect, test } from "vitest";
import { startEvent } from "../../../test/support/messages.ts";
import type { Subscription } from "./resource/subscription.ts";
import { coveredBy, recentMessagesOf, type RecentNotification } from "./alerts.ts";

const alert = (id: string, more: Partial<Subscription> = {}): Subscription => ({
  id,
  name: id,
  watchlistId: null,
  targetId: null,
  channelId: "ch_1",
  events: ["live.started"],
  enabled: true,
  mention: null,
  template: {},
  cooldownSeconds: 0,
  group: true,
  onEnd: "edit",
  factsMissing: "tell",
  quietHours: null,
  filters: [],
  createdAt: 0,
  updatedAt: 0,
  revision: 0,
  ...more,
});

const message = (deliveryId: string, madeAt: number, more: Partial<RecentNotification> = {}): RecentNotification => ({
  deliveryId,
  channelId: "ch_1",
  status: "sent",
  madeAt,
  event: startEvent,
  ...more,
});

test("an alert counts each message of its channel that it asked for once, and none that was not sent", () => {
  const ended = { ...startEvent, type: "live.ended" };
  const recent = recentMessagesOf(
    [
      alert("starts"),
      alert("paused", { enabled: false }),
      alert("ends", { events: ["live.ended"] }),
      alert("new", { createdAt: 45 }),
    ],
    [
      message("dlv_1", 50),
      // Two creators in one message.
      message("dlv_1", 50),
      message("dlv_2", 30),
      message("dlv_7", 60, { status: "pending" }),
      message("dlv_8", 60, { status: "dead" }),
      message("dlv_3", 10, { status: "suppressed" }),
      message("dlv_4", 20, { channelId: "ch_2" }),
      message("dlv_5", 40, { event: ended }),
      // Before the span that the page states.
      message("dlv_6", 9),
    ],
    10,
  );
  expect([...recent]).toEqual([
    ["starts", { sent: 2, last: 50 }],
    ["paused", { sent: 2, last: 50 }],
    ["ends", { sent: 1, last: 40 }],
    // What was sent before an alert was made is not its own.
    ["new", { sent: 1, last: 50 }],
  ]);
  expect(recentMessagesOf([alert("starts")], [], 0)).toEqual(new Map([["starts", { sent: 0, last: null }]]));
});

test.each<[string, Partial<Subscription>, Partial<Subscription>, boolean]>([
  ["a pattern covers its types", { events: ["live.*"] }, { events: ["live.started", "live.ended"] }, true],
  ["but not a type that must be named", { events: ["live.*"] }, { events: ["live.no_show"] }, false],
  ["one type is not all", { events: ["live.started"] }, { events: ["live.*"] }, false],
  ["each event must be covered", { events: ["live.started"] }, { events: ["live.started", "live.ended"] }, false],
  ["all targets cover one", {}, { targetId: "tgt_1" }, true],
  ["one target covers itself", { targetId: "tgt_1", events: ["*"] }, { targetId: "tgt_1" }, true],
  ["one target does not cover another", { targetId: "tgt_1" }, { targetId: "tgt_2" }, false],
  ["all lists cover one", {}, { watchlistId: "wl_1" }, true],
  ["one list does not cover all", { watchlistId: "wl_1" }, {}, false],
  ["a paused one covers nothing", { enabled: false, events: ["*"] }, {}, false],
  ["another channel covers nothing", { channelId: "ch_2" }, { targetId: "tgt_1" }, false],
  ["one with a filter covers nothing", { filters: [{ field: "type", op: "ne", value: "x" }] }, {}, false],
])("%s: %o, %o", (_, wide, narrow, covered) => {
  const all = [alert("narrow", narrow), alert("wide", wide)];
  expect(coveredBy(all).get("narrow")?.id).toBe(covered ? "wide" : undefined);
});

test("of two equal alerts the older covers the other", () => {
  const covered = coveredBy([alert("older"), alert("newer")]);
  expect([...covered].map(([id, by]) => [id, by.id])).toEqual([["newer", "older"]]);
});

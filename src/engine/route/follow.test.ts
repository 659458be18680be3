import { describe, expect, test } from "vitest";
import { endEvent, matched } from "../../../test/support/matches.ts";
import { startEvent } from "../../../test/support/messages.ts";
import type { Event } from "../../core/event.ts";
import type { Subscription } from "../../features/alerts/resource/subscription.ts";
import type { EarlierDelivery } from "./assign-delivery.ts";
import { followable, followed } from "./follow.ts";
import { matchAll, unwanted, type RoutedChannel } from "./match.ts";

const start: Event = { ...startEvent, watchlistId: "wl_1", data: { ...startEvent.data, info: { viewers: 150 } } };
const end: Event = { ...endEvent, watchlistId: "wl_1", data: { ...endEvent.data, info: { viewers: 5 } } };
const channel: RoutedChannel = { id: "ch_1", kind: "discord", enabled: true, disabledReason: null };

const alert = (id: string, more: Partial<Subscription> = {}): Subscription => ({
  ...matched(start).wanting[0]!.subscription,
  id,
  ...more,
});
const many = { field: "data.info.viewers", op: "gte" as const, value: 100 };
const few = { field: "data.info.viewers", op: "lt" as const, value: 100 };

/** Who gets the end on the channel, and which events were loaded for it. */
async function notifiedOf(
  subscriptions: Subscription[],
  how: { status?: EarlierDelivery["status"] | null; stored?: Event[]; events?: Event[]; channel?: RoutedChannel } = {},
) {
  const { status = "sent", stored = [start], events = [end] } = how;
  const routes = { subscriptions, channels: [how.channel ?? channel], silences: [] };
  const earlier: EarlierDelivery[] =
    status === null ? [] : [{ channelId: "ch_1", eventId: start.id, deliveryId: "dlv_start", status, heldUntil: null }];
  const loaded: string[][] = [];
  const matches = await followed(matchAll(events, routes), events, routes, earlier, async (ids) => {
    loaded.push(ids);
    return stored.filter(({ id }) => ids.includes(id));
  });
  const of = matches.filter(({ event }) => event === end);
  return { told: of.map(({ wanting }) => wanting.map(({ subscription }) => subscription.id)), loaded };
}

describe("the end of a start that was sent", () => {
  test("goes to whoever was sent the start, whatever the end's facts are", async () => {
    expect(
      await notifiedOf([alert("many", { filters: [many] }), alert("all"), alert("few", { filters: [few] })]),
    ).toEqual({
      told: [["many", "all"]],
      loaded: [[start.id]],
    });
    const elsewhere = alert("moved", { watchlistId: "wl_0" });
    expect((await notifiedOf([elsewhere], { stored: [{ ...start, watchlistId: "wl_0" }] })).told).toEqual([["moved"]]);
  });

  test("and to those that ask only for ends, by their own filters", async () => {
    const only = { events: ["live.ended"] };
    expect(
      (await notifiedOf([alert("a", { ...only, filters: [few] }), alert("b", { ...only, filters: [many] })])).told,
    ).toEqual([["a"]]);
  });

  test("loads nothing where nobody can have been sent it without getting the end", async () => {
    const all = alert("all");
    for (const rest of [[], [alert("other", { targetId: "tgt_another" })], [alert("rank", { events: ["ranking.*"] })]])
      expect(await notifiedOf([all, ...rest])).toEqual({ told: [["all"]], loaded: [] });
  });

  test("goes to whom it is about if the start is no longer stored", async () => {
    const alerts = [alert("many", { filters: [many] }), alert("other", { watchlistId: "wl_0" })];
    expect((await notifiedOf(alerts, { stored: [] })).told).toEqual([["many"]]);
  });

  test("goes to whoever asks for both if no filter fits the start any more", async () => {
    const changed = [alert("few", { filters: [few] }), alert("other", { watchlistId: "wl_0" })];
    for (const kind of ["discord", "webhook"])
      expect((await notifiedOf(changed, { channel: { ...channel, kind } })).told).toEqual([["few"]]);
    expect((await notifiedOf([...changed, alert("starts", { events: ["live.started"] })])).told).toEqual([]);
  });

  test("edits the message if nobody is left, unless somebody wants starts alone or it can't be edited", async () => {
    expect((await notifiedOf([])).told).toEqual([[]]);
    expect((await notifiedOf([alert("starts", { events: ["live.started"] })])).told).toEqual([]);
    expect((await notifiedOf([alert("starts", { events: ["live.started"], filters: [few] })])).told).toEqual([[]]);
    for (const kind of ["slack", "webhook"])
      expect((await notifiedOf([], { channel: { ...channel, kind } })).told).toEqual([]);
    expect((await notifiedOf([], { channel: { ...channel, enabled: false } })).told).toEqual([]);
  });

  test("is known also if the start is reported late, in the same step", async () => {
    const late: Event = { ...start, late: "came" };
    const alerts = [alert("many", { filters: [many] })];
    expect(await notifiedOf(alerts, { status: null, events: [late, end] })).toEqual({ told: [["many"]], loaded: [] });
    expect(await notifiedOf(alerts, { status: "suppressed", events: [late, end] })).toEqual({
      told: [["many"]],
      loaded: [],
    });
  });
});

test("without a message of the start only the end's own facts count", async () => {
  const alerts = [alert("many", { filters: [many] }), alert("few", { filters: [few] })];
  for (const status of [null, "suppressed"] as const)
    expect(await notifiedOf(alerts, { status })).toEqual({ told: [["few"]], loaded: [] });
});

test("earlier messages are looked for on channels that can edit, or whose alerts may have told the start", () => {
  const channels = ["discord", "slack", "webhook"].map((kind) => ({ ...channel, id: kind, kind }));
  const routes = (subscriptions: Subscription[]) => ({ subscriptions, channels, silences: [] });
  const ids = (event: Event, subscriptions: Subscription[] = []) =>
    followable(event, routes(subscriptions)).map(({ id }) => id);
  expect(ids(end)).toEqual(["discord"]);
  expect(ids(start)).toEqual([]);
  expect(ids(end, [alert("a", { channelId: "webhook", filters: [many] })])).toEqual(["discord", "webhook"]);
  expect(ids(end, [alert("a", { channelId: "webhook", targetId: "tgt_another" })])).toEqual(["discord"]);
  expect(ids(end, [alert("a", { channelId: "slack", events: ["live.ended"] })])).toEqual(["discord"]);
});

test("filters on what a problem was are not asked of its end", () => {
  const fault = (value: string) => ({ field: "data.fault.kind", op: "eq" as const, value });
  const event = { ...start, type: "target.recovered", data: { fault: null, count: 5 } };
  expect(unwanted(alert("a", { events: ["*"], filters: [fault("gone")] }), event)).toBeNull();
  const count = { field: "data.count", op: "gt" as const, value: 5 };
  expect(unwanted(alert("a", { events: ["*"], filters: [count] }), event)).toMatchObject({ why: "filter" });
  const failing = { ...event, type: "target.failing", data: { fault: { kind: "refused" }, count: 5 } };
  expect(unwanted(alert("a", { events: ["*"], filters: [fault("gone")] }), failing)).toMatchObject({ why: "filter" });
});

import { expect, test } from "vitest";
import type { Event } from "../../core/event.ts";
import type { Subscription } from "../alerts/resource/subscription.ts";
import type { Target } from "./resource/form.ts";
import { targetForm } from "./resource/form.ts";
import { subscriptionForm } from "../alerts/resource/subscription.ts";
import { exampleEvent } from "../../kinds/events.ts";
import type { NamedChannel, NotifiedOf } from "./target-reading.ts";
import { whyOf } from "./why.ts";

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;

const one = (more: Partial<Target> = {}): Target => ({
  ...targetForm().parse({ kind: "live", name: "Maria", params: { userId: "7012" } }),
  id: "tgt_1",
  createdAt: 0,
  updatedAt: 0,
  revision: 0,
  identity: "",
  alias: null,
  state: { verdict: "off", since: 5, knownAt: null, room: null, session: null, flip: null, baseline: false },
  fault: null,
  consecutiveFaults: 0,
  lastOkAt: null,
  unknownSince: null,
  ...more,
});

const alert = (more: Partial<Subscription> = {}): Subscription => ({
  ...subscriptionForm().parse({ name: "Lives", events: ["live.*"], channelId: "ch_1" }),
  id: "sub_1",
  createdAt: 0,
  updatedAt: 0,
  revision: 0,
  ...more,
});

const channel = (more: Partial<NamedChannel> = {}): NamedChannel => ({
  id: "ch_1",
  kind: "discord",
  name: "Ours",
  enabled: true,
  disabledReason: null,
  failing: false,
  ...more,
});

const START: Event = exampleEvent("live.started", "evt_1", NOW - HOUR, {
  targetId: "tgt_1",
  watchlistId: "wl_default",
  target: { name: "Maria", kind: "live", params: {} },
});

const message = (more: Partial<NotifiedOf>): NotifiedOf => ({
  eventId: "evt_1",
  id: "dlv_1",
  channelId: "ch_1",
  status: "sent",
  reason: null,
  madeAt: NOW - HOUR,
  sentAt: null,
  nextAttemptAt: null,
  error: null,
  later: null,
  ...more,
});

interface Provided {
  target?: Partial<Target>;
  event?: Event | null;
  alerts?: Subscription[];
  channels?: NamedChannel[];
  until?: number;
  told?: Partial<NotifiedOf>[];
}

function requested({
  target,
  event = null,
  alerts = [alert()],
  channels = [channel()],
  until,
  told: notified = [],
}: Provided = {}) {
  const silence = {
    id: "sil_1",
    createdAt: 0,
    updatedAt: 0,
    revision: 0,
    watchlistId: null,
    type: null,
    untilEnd: false,
    reason: "",
  };
  const silences = until === undefined ? [] : [{ ...silence, targetId: "tgt_1", until }];
  return whyOf(one(target), event, { subscriptions: alerts, channels, silences }, notified.map(message), NOW);
}

test("if nothing prevents it, the next start is sent at once", () => {
  const { look, wish, silence, branches } = requested();
  expect([look, wish.wanted.length, silence]).toEqual([{ look: "looked", seen: "off", since: 5, at: null }, 1, null]);
  expect(branches.map(({ way }) => way)).toEqual([{ way: "ready" }]);
});

test.each<[string, Partial<Target>, unknown]>([
  ["paused", { enabled: false }, { look: "paused" }],
  ["never looked at", { state: null }, { look: "never" }],
  [
    "not to be read",
    { consecutiveFaults: 2, fault: { kind: "gone", status: 404, detail: "" }, lastOkAt: 7 },
    { look: "unread", fault: { kind: "gone", status: 404, detail: "" }, since: 7 },
  ],
])("a target that is %s is not noticed", (_, target, look) => {
  expect(requested({ target }).look).toEqual(look);
});

test("alerts that do not match are listed with reasons, the closest first", () => {
  const filters = [{ field: "data.roomId", op: "eq" as const, value: "none" }];
  const alerts = [
    alert({ id: "sub_type", events: ["ranking.*"] }),
    alert({ id: "sub_off", enabled: false }),
    alert({ id: "sub_filter", filters }),
    alert({ id: "sub_list", watchlistId: "wl_other" }),
  ];
  const { wish, branches } = requested({ alerts });
  expect(branches).toEqual([]);
  expect(wish.near.map(({ alert: { id }, why }) => [id, why])).toEqual([
    ["sub_filter", { why: "filter", filter: filters[0] }],
    ["sub_off", { why: "off" }],
    ["sub_type", { why: "type" }],
  ]);
});

test("a snooze that is active now is no reason for an event of before", () => {
  const sent = { status: "sent" as const, sentAt: NOW - HOUR };
  const { silence, branches } = requested({ event: START, until: NOW + HOUR, told: [sent] });
  expect([silence, branches.map(({ way }) => way.way)]).toEqual([null, ["told"]]);
});

const DISABLED = { enabled: false, disabledReason: "it is gone" };
const NIGHT = { from: "00:00", to: "23:59", timezone: "UTC", action: "hold" as const };

test.each<[string, Provided, object]>([
  ["a snooze", { until: NOW + HOUR }, { way: "left-out", sort: "silenced" }],
  ["a disabled channel", { channels: [channel(DISABLED)] }, { way: "left-out", sort: "disabled" }],
  ["quiet hours that hold", { alerts: [alert({ quietHours: NIGHT })] }, { way: "held" }],
  [
    "quiet hours that drop",
    { alerts: [alert({ quietHours: { ...NIGHT, action: "drop" } })] },
    { way: "left-out", sort: "quiet" },
  ],
  ["a channel to which messages fail", { channels: [channel({ failing: true })] }, { way: "failing" }],
  ["a cooldown", { alerts: [alert({ cooldownSeconds: 7200 })], told: [{}] }, { way: "left-out", sort: "cooldown" }],
])("the next event would be held or suppressed by %s", (_, provided, way) => {
  expect(requested(provided).branches[0]!.way).toMatchObject(way);
});

test("an expired snooze or cooldown prevents nothing", () => {
  const provided = { until: NOW - 1, alerts: [alert({ cooldownSeconds: 60 })], told: [{}] };
  expect(requested(provided)).toMatchObject({ silence: null, branches: [{ way: { way: "ready" } }] });
});

test.each<[string, Provided, object]>([
  ["sent", { told: [{ sentAt: NOW - HOUR + 2000 }] }, { way: "told", late: 2000 }],
  ["waiting", { told: [{ status: "pending", error: "500" }] }, { way: "waits", error: "500" }],
  ["held", { told: [{ status: "held", nextAttemptAt: 9 }] }, { way: "held", until: 9 }],
  ["held, and sent since", { told: [{ status: "held", later: { status: "sent", sentAt: NOW } }] }, { way: "told" }],
  [
    "not delivered",
    { told: [{ status: "dead", error: "404" }] },
    { way: "failed", id: "dlv_1", error: "404", open: true },
  ],
  [
    "not delivered, and replayed",
    { told: [{ status: "dead", later: { status: "sent", sentAt: NOW } }] },
    { way: "told" },
  ],
  [
    "left out",
    { told: [{ status: "suppressed", reason: "channel disabled: x" }] },
    { way: "left-out", sort: "disabled" },
  ],
  ["of an alert created later", { alerts: [alert({ updatedAt: NOW })] }, { way: "none", alertIsNewer: true }],
  ["forgotten", {}, { way: "none", alertIsNewer: false }],
  ["of another event", { told: [{ eventId: "evt_2" }] }, { way: "none" }],
])("the message of a noticed event is %s", (_, provided, way) => {
  const { look, branches } = requested({ ...provided, event: START });
  expect(look).toEqual({ look: "noticed", event: START });
  expect(branches[0]!.way).toMatchObject(way);
});

test("a message whose alert is disabled by now is still shown", () => {
  const { wish, branches } = requested({ event: START, alerts: [alert({ enabled: false })], told: [{ sentAt: NOW }] });
  expect(wish.wanted).toEqual([]);
  expect(branches).toMatchObject([{ alerts: [], way: { way: "told" } }]);
});

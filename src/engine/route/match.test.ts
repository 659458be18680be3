import fc from "fast-check";
import { expect, test } from "vitest";
import { startEvent } from "../../../test/support/messages.ts";
import { runs } from "../../../test/support/runs.ts";
import type { Event } from "../../core/event.ts";
import type { Filter } from "../../core/filter.ts";
import type { Silence } from "../../features/silences/resource/silence.ts";
import type { Subscription } from "../../features/alerts/resource/subscription.ts";
import { matchAll } from "./match.ts";

const AT = startEvent.detectedAt;

/** Each type with every pattern that matches it. */
const REQUESTED_BY: Record<string, string[]> = {
  "live.started": ["live.started", "live.*", "*"],
  "live.ended": ["live.ended", "live.*", "*"],
  "live.no_show": ["live.no_show"],
  "ranking.moved": ["ranking.moved", "ranking.*", "*"],
  "target.unknown": ["target.unknown"],
  "upstream.drifted": ["upstream.drifted", "upstream.*", "*"],
  "system.degraded": ["system.degraded", "system.*", "upstream.*", "*"],
  "channel.changed": ["channel.changed", "channel.*", "*"],
};
/** The patterns of a silence match literally. They also cover types that subscriptions must name exactly. */
const SILENCED_BY: Record<string, string[]> = {
  ...REQUESTED_BY,
  "live.no_show": ["live.no_show", "live.*", "*"],
  "target.unknown": ["target.unknown", "target.*", "*"],
  "system.degraded": ["system.degraded", "system.*", "*"],
};
const TYPES = Object.keys(REQUESTED_BY);
const PATTERNS = [...new Set(Object.values(SILENCED_BY).flat())];

/** Two targets in one watchlist, one in another. */
const TARGETS = [
  { targetId: "tgt_1", watchlistId: "wl_1" },
  { targetId: "tgt_2", watchlistId: "wl_1" },
  { targetId: "tgt_3", watchlistId: "wl_2" },
];
const NOBODYS = { targetId: null, watchlistId: null, target: null };
const CHANNELS = ["ch_1", "ch_2"].map((id) => ({ id, kind: "slack", enabled: true, disabledReason: null }));

const someList = fc.constantFrom(null, null, null, "wl_1", "wl_2");
const someTarget = fc.constantFrom(null, null, null, null, "tgt_1", "tgt_2", "tgt_3");

const someEvent = fc
  .record({
    type: fc.constantFrom(...TYPES),
    about: fc.constantFrom(...TARGETS),
    place: fc.option(fc.integer({ min: 1, max: 4 }), { freq: 4 }),
    room: fc.constantFrom("Late night", "cooking"),
    channelId: fc.constantFrom("ch_1", "ch_2"),
  })
  .map(({ type, about, place, room, channelId }): Event => {
    const whose = /^(upstream|system|channel)\./.test(type) ? NOBODYS : about;
    return { ...startEvent, type, ...whose, data: { room, channelId, ...(place === null ? {} : { place }) } };
  });
const someFilter = fc.oneof(
  fc.record({
    field: fc.constant("data.place"),
    op: fc.constantFrom(...(["eq", "ne", "lt", "lte", "gt", "gte"] as const)),
    value: fc.integer({ min: 1, max: 4 }),
  }),
  fc.constantFrom<Filter>(
    { field: "data.place", op: "in", value: [1, 3] },
    { field: "data.room", op: "contains", value: "NIGHT" },
    { field: "data.room", op: "eq", value: "cooking" },
  ),
);
const someSubscription = fc.record({
  watchlistId: someList,
  targetId: someTarget,
  channelId: fc.constantFrom("ch_1", "ch_2"),
  events: fc.uniqueArray(fc.constantFrom("*", "live.*", ...PATTERNS), { minLength: 1, maxLength: 4 }),
  enabled: fc.constantFrom(true, true, true, false),
  filters: fc.oneof(fc.constant<Filter[]>([]), fc.array(someFilter, { minLength: 1, maxLength: 2 })),
});
const someSilence = fc.record({
  watchlistId: someList,
  targetId: someTarget,
  type: fc.constantFrom(null, ...PATTERNS),
  until: fc.constantFrom(AT - 1, AT, AT + 1, AT + 1),
});

type Reported = Pick<Subscription, "watchlistId" | "targetId" | "channelId" | "events" | "enabled" | "filters">;
type Snoozed = Pick<Silence, "watchlistId" | "targetId" | "type" | "until">;

/** Situations that must have occurred. */
const CASES = [
  "off",
  "of the channel itself",
  "another list",
  "another target",
  "another type",
  "filter",
  "wanted",
  "wanted twice",
  "silenced",
  "silence over",
  "silence other",
  "silence covers",
];

/** Evaluates a filter on the data of an event. */
function holds({ field, op, value }: Filter, { data }: Event): boolean {
  const found = data[field.slice("data.".length)];
  if (found === undefined) return op === "ne";
  if (op === "eq") return found === value;
  if (op === "ne") return found !== value;
  if (op === "in") return (value as unknown[]).includes(found);
  if (op === "contains") return String(found).toLowerCase().includes(String(value).toLowerCase());
  const sign = Math.sign(Number(found) - Number(value));
  return { lt: [-1], lte: [-1, 0], gt: [1], gte: [0, 1] }[op].includes(sign);
}

/** Why a subscription does not match an event; null if it does. */
function leftOut(one: Reported, event: Event): string | null {
  if (!one.enabled) return "off";
  if (event.type === "channel.changed" && event.data["channelId"] === one.channelId) return "of the channel itself";
  if (one.watchlistId !== null && one.watchlistId !== event.watchlistId) return "another list";
  if (one.targetId !== null && one.targetId !== event.targetId) return "another target";
  if (!one.events.some((pattern) => REQUESTED_BY[event.type]!.includes(pattern))) return "another type";
  return one.filters.every((filter) => holds(filter, event)) ? null : "filter";
}

function covers(one: Snoozed, event: Event): "over" | "other" | "covers" {
  if (one.watchlistId !== null && one.watchlistId !== event.watchlistId) return "other";
  if (one.targetId !== null && one.targetId !== event.targetId) return "other";
  if (one.type !== null && !SILENCED_BY[event.type]!.includes(one.type)) return "other";
  return one.until > AT ? "covers" : "over";
}

test("each channel gets the events that a subscription matches, and the silences that cover them", () => {
  const met = new Map<string, number>();
  const meet = (what: string) => met.set(what, (met.get(what) ?? 0) + 1);
  fc.assert(
    fc.property(
      fc.array(someEvent, { minLength: 1, maxLength: 5 }),
      fc.array(someSubscription, { minLength: 4, maxLength: 12 }),
      fc.array(someSilence, { maxLength: 3 }),
      (created, reported, snoozed) => {
        const events = created.map((event, n) => ({ ...event, id: `evt_${n}` }));
        const subscriptions = reported.map(
          (one, n) => ({ ...one, id: `sub_${n}`, factsMissing: "tell" }) as Subscription,
        );
        const silences = snoozed.map((one, n) => ({ ...one, id: `sil_${n}` }) as Silence);
        const wanted = events.flatMap((event) =>
          CHANNELS.flatMap(({ id: channel }) => {
            const own = subscriptions.filter(({ channelId }) => channelId === channel);
            const wanting = own.filter((one) => leftOut(one, event) === null).map(({ id }) => id);
            for (const one of own) meet(leftOut(one, event) ?? "wanted");
            for (const one of silences) meet(`silence ${covers(one, event)}`);
            const silence = silences.find((one) => covers(one, event) === "covers")?.id ?? null;
            if (wanting.length > 1) meet("wanted twice");
            if (wanting.length > 0 && silence !== null) meet("silenced");
            return wanting.length === 0 ? [] : { event: event.id, channel, silence, wanting };
          }),
        );
        const found = matchAll(events, { subscriptions, channels: CHANNELS, silences }).map((one) => ({
          event: one.event.id,
          channel: one.channel.id,
          silence: one.silence?.id ?? null,
          wanting: one.wanting.map(({ subscription }) => subscription.id),
        }));
        expect(found).toEqual(wanted);
      },
    ),
    { numRuns: runs(5000) },
  );
  const rare = CASES.filter((what) => (met.get(what) ?? 0) < 20);
  expect(rare).toEqual([]);
});

import { expect, test } from "vitest";
import { startEvent } from "../../../test/support/messages.ts";
import { creatorOf, offSince, onSince, soundAt } from "../../../test/support/watched-now.ts";
import { NO_FAILURE } from "../../core/channel-failure.ts";
import type { Event } from "../../core/event.ts";
import type { Json } from "../../core/json.ts";
import { MAX_DELIVERIES, type EventDelivery, type NowReading } from "./now-reading.ts";
import { readNow } from "./now.ts";
import type { ListKey } from "../creators/creators.ts";
import { type LiveQuery, onAirWithin } from "./live-looks.ts";

// Two creators in each of three lists.
const ALL: ListKey[] = ["wl_a", "wl_b", "wl_c"].flatMap((list) =>
  ["ana", "bo"].map((name): ListKey => [list, name, `tgt_${list}_${name}`]),
);
const keyOf = (key: ListKey): string => key.join(" ");

/** Looks into one list like the store. Remembers which lists were looked into. */
function looker() {
  const looked: string[] = [];
  const look = async ({ watchlistId, after, until, most }: LiveQuery) => {
    looked.push(watchlistId!);
    const its = ALL.filter(([list]) => list === watchlistId)
      .filter((one) => after === null || keyOf(one) > keyOf(after))
      .slice(0, most);
    return {
      airing: its.filter((one) => until === null || keyOf(one) <= keyOf(until)).map(([, , id]) => ({ id })) as never[],
      last: its.length < most ? null : its.at(-1)!,
    };
  };
  return { looked, look };
}

async function within(lists: string[], more: Partial<LiveQuery> = {}) {
  const { looked, look } = looker();
  const { airing, last } = await onAirWithin(
    lists,
    { watchlistId: null, after: null, until: null, most: 9, ...more },
    look,
  );
  return { ids: airing.map(({ id }) => id.slice(4)), last, looked };
}

test("lists are read one after the other, each in its own order, and no other list", async () => {
  expect(await within(["wl_c", "wl_a"])).toEqual({
    ids: ["wl_a_ana", "wl_a_bo", "wl_c_ana", "wl_c_bo"],
    last: null,
    looked: ["wl_a", "wl_c"],
  });
});

test("a page ends within a list and goes on there, without reading the lists before it again", async () => {
  const first = await within(["wl_a", "wl_b", "wl_c"], { most: 3 });
  expect(first).toMatchObject({ ids: ["wl_a_ana", "wl_a_bo", "wl_b_ana"], looked: ["wl_a", "wl_b"] });
  const second = await within(["wl_a", "wl_b", "wl_c"], { most: 3, after: first.last });
  expect(second).toMatchObject({ ids: ["wl_b_bo", "wl_c_ana", "wl_c_bo"], looked: ["wl_b", "wl_c"] });
  expect((await within(["wl_a", "wl_b"], { until: ALL[2]! })).ids).toEqual(["wl_a_ana", "wl_a_bo", "wl_b_ana"]);
});

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 0, 12, 12);

const NOTHING: NowReading = {
  pulse: soundAt(NOW),
  proof: null,
  demo: null,
  counts: {},
  ofDemo: {},
  lists: [],
  waiting: 0,
  onAir: [],
  failing: [],
  unknown: [],
  troubled: [],
  first: [],
  lost: [],
  unreached: [],
  events: [],
  deliveries: [],
};

const displayed = (more: Partial<NowReading>) =>
  readNow({
    read: async () => ({ ...NOTHING, ...more }),
    since: async () => [],
    viewers: async () => new Map(),
    wallNow: () => NOW,
  });

const event = (id: string, detectedAt: number): Event => ({ ...startEvent, id, detectedAt });
const delivery = (eventId: string, madeAt: number, update?: string, channelId = "ch_1"): EventDelivery => ({
  channelId,
  edits: update !== undefined,
  channel: "#live",
  status: "sent",
  items: [{ event: eventId, mentions: [], ...(update === undefined ? {} : { update }) }],
  nextAttemptAt: null,
  summed: false,
  madeAt,
});

test("creators are counted apart from other targets", async () => {
  expect(await displayed({ counts: { live: 3, hashtag: 2, ranking: 1 } })).toMatchObject({ creators: 3, others: 3 });
  expect(await displayed({ counts: { hashtag: 2 } })).toMatchObject({ creators: 0, others: 2 });
});

test("a live creator has a card with the best place in their own rankings, the latest start first", async () => {
  const standing = (place: number | null, title: string, onRank = true) => ({ place, title, onRank });
  const ranking = (id: string, userId: string, ...all: object[]) => {
    const rankings = Object.fromEntries(all.map((one, n) => [`k${n}`, one]));
    return creatorOf(id, { since: 0, league: null, rankings } as Json, { kind: "ranking", params: { userId } });
  };
  const { cards, onAir } = await displayed({
    onAir: [
      creatorOf("7012", onSince(NOW - 2 * HOUR, { viewers: 55, handle: "maria" })),
      creatorOf("7013", onSince(NOW - HOUR)),
      creatorOf("7014", offSince(NOW - HOUR)),
    ],
    first: [
      ranking("r1", "7012", standing(9, "Daily"), standing(4, "Weekly"), standing(1, "Former", false)),
      ranking("r2", "7099", standing(1, "Another's")),
    ],
  });
  expect(cards.map(({ id, viewers, handle, rank }) => [id, viewers, handle, rank?.place ?? null])).toEqual([
    ["7013", null, null, null],
    ["7012", 55, "maria", 4],
  ]);
  expect(onAir).toEqual({ count: 2, unknown: 0, more: false });
});

test("who was notified of an event is listed, and is unknown only if the deliveries do not reach back that far", async () => {
  const notified = async (events: Event[], deliveries: EventDelivery[]) =>
    (await displayed({ events, deliveries })).happenings.map(({ told: its }) => its?.length ?? null);
  const [early, late] = [event("evt_early", NOW - 9 * HOUR), event("evt_late", NOW - HOUR)];
  const twice = [delivery("evt_late", NOW), delivery("evt_x", NOW, "evt_late", "ch_2"), delivery("evt_late", NOW - 1)];
  expect(await notified([late, early], twice)).toEqual([2, 0]);
  // An edit that tells an end says nothing of the start.
  expect(await notified([early], [delivery("evt_early", NOW, "evt_late")])).toEqual([0]);
  expect(await notified([late, early], [])).toEqual([0, 0]);
  const many = Array.from({ length: MAX_DELIVERIES }, () => delivery("evt_other", NOW - 2 * HOUR));
  expect(await notified([late, early], many)).toEqual([0, null]);
  // Of the very instant of the oldest one, others may be missing.
  expect(await notified([event("evt_same", NOW - 2 * HOUR)], many)).toEqual([null]);
  expect(await notified([early], [...many.slice(1), delivery("evt_early", NOW - 8 * HOUR)])).toEqual([1]);
});

test("a channel that can't be reached needs a look after a minute, one that asked to wait does not", async () => {
  const since = NOW - 10 * 60_000;
  const channel = (id: string, failed: boolean, minutes: number) => {
    const failure = { ...NO_FAILURE, failed, triedAt: since + minutes * 60_000 };
    return { id, kind: "discord", name: id, failingSince: since, failure };
  };
  const { unreached } = await displayed({
    unreached: [channel("dead", true, 2), channel("once", true, 0), channel("limited", false, 8)],
  });
  expect(unreached.map(({ id }) => id)).toEqual(["dead"]);
});

test("strips are of live creators, then failing, then unknown ones, then those with events, then the oldest", async () => {
  const one = (id: string) => creatorOf(id, offSince(NOW - HOUR));
  const { strips } = await displayed({
    onAir: [creatorOf("live", onSince(NOW - HOUR))],
    failing: [one("failing")],
    unknown: [one("unknown")],
    first: [one("oldest"), one("happened"), creatorOf("tag", null, { kind: "hashtag" }), one("failing")],
    events: [{ ...event("evt_1", NOW), targetId: "happened" }],
  });
  expect(strips.map(({ id, live }) => [id, live])).toEqual([
    ["live", true],
    ["failing", false],
    ["unknown", false],
    ["happened", false],
    ["oldest", false],
  ]);
});

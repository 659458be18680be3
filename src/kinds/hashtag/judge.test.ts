import { expect, test } from "vitest";
import { canonical, type Json } from "../../core/json.ts";
import { judgeHashtag } from "./judge.ts";
import { hashtagSettings } from "./params.ts";
import { showHashtags, type Found, type HashtagState } from "./view.ts";

const T0 = Date.UTC(2026, 0, 5, 12);
const HOUR = 3_600_000;

type Tag = string | Partial<Found>;
interface Poll {
  tags: Tag[];
  complete?: boolean;
  hour?: number;
}

const anyTag = { cid: "1", name: null, views: 1_000_000, uses: 1000 };

/** A target that is polled once an hour by default. A tag is its cid, or the result for it. */
function watch(settings: object = {}) {
  let state: HashtagState | null = null;
  let hour = -1;
  let lastOkAt: number | null = null;
  return (poll: Tag[] | Poll) => {
    const { tags, complete = true, hour: at = hour + 1 } = Array.isArray(poll) ? { tags: poll } : poll;
    hour = at;
    const now = T0 + hour * HOUR;
    const found = tags.map((tag, index) => ({
      ...anyTag,
      position: index + 1,
      ...(typeof tag === "string" ? { cid: tag, name: `tag ${tag}` } : tag),
    }));
    const judgment = judgeHashtag({
      targetId: "tgt_1",
      params: { keyword: "knit", region: "US", count: 20 },
      settings: hashtagSettings().parse(settings),
      announceInitial: false,
      before: state,
      view: { found, complete },
      at: now,
      hold: false,
      holdsMs: 600_000,
      lastOkAt,
    });
    const text = canonical(judgment.state as unknown as Json);
    const written = state === null || text !== canonical(state as unknown as Json);
    state = JSON.parse(text) as HashtagState;
    lastOkAt = now;
    const said = judgment.changes.map(({ type, data }) => `${type.replace("hashtag.", "")} ${data["cid"] as string}`);
    return { ...judgment, written, said };
  };
}

function notified(polls: (Tag[] | Poll)[], settings: object = {}): string[] {
  const poll = watch(settings);
  return polls.flatMap((one) => poll(one).said);
}

const nil: Poll = { tags: [], complete: false };
const views = (count: number | null, hour?: number): Poll => ({
  tags: [{ views: count }],
  ...(hour === undefined ? {} : { hour }),
});

test.each<[string, (Tag[] | Poll)[], string[]]>([
  ["the first results are no news", [["1", "2"]], []],
  ["a new one, at first sight", [["1"], ["2", "1"]], ["appeared 2"]],
  ["gone after three complete answers", [["1", "2"], ["1"], ["1"], ["1"], ["1"]], ["gone 2"]],
  ["back in time", [["1", "2"], ["1"], ["1"], ["1", "2"], ["1"], ["1"]], []],
  ["gone and back is new again", [["1", "2"], ["1"], ["1"], ["1"], ["2", "1"]], ["gone 2", "appeared 2"]],
  ["an answer without any says nothing", [["1"], [], [], [], [], ["1"]], []],
  ["nor does one without most", [["1", "2", "3"], ["1"], ["1"], ["1", "2", "3"], ["1", "2"]], []],
  ["unless more agree", [["1", "2", "3"], ["1"], ["1"], ["1"], ["1"]], ["gone 2", "gone 3"]],
  ["partial answers do not count", [["1", "2"], nil, nil, nil, nil, { tags: ["1"], complete: false }], []],
  ["nor do they reset", [["1", "2"], ["1"], nil, ["1"], nil, ["1"]], ["gone 2"]],
  ["but who is seen in one is there", [["1", "2"], ["1"], ["1"], { tags: ["2"], complete: false }, ["1"], ["1"]], []],
  ["a first answer that was none is no baseline", [nil, ["1", "2"]], []],
  ["what stands deeper than ever read is no news", [{ tags: ["1"], complete: false }, ["1", "2", "3"]], []],
  [
    "what comes in above is",
    [
      { tags: ["1", "2"], complete: false },
      { tags: ["3", "1", "2"], complete: false },
    ],
    ["appeared 3"],
  ],
  ["really empty is a baseline", [[], ["1"]], ["appeared 1"]],
  [
    "a row without a cid goes by its name",
    [["1"], [{ cid: null, name: "#TAG 1" }], [{ cid: null, name: "other" }]],
    [],
  ],
])("%s", (_name, polls, expected) => {
  expect(notified(polls)).toEqual(expected);
});

test("of as many as wanted, one that is missing may rank lower: it is out of sight, and known when it is back", () => {
  const twenty = (from: number): Tag[] => Array.from({ length: 20 }, (_, n) => String(from + n));
  const polls = [twenty(1), twenty(2), twenty(2), twenty(2), twenty(1), twenty(3), twenty(25), twenty(25), twenty(1)];
  const told = notified(polls, { confirmGone: 1 });
  expect(told.filter((text) => text.startsWith("gone"))).toEqual([]);
  expect(new Set(told).size).toBe(told.length);
  const poll = watch({ confirmGone: 1 });
  for (const one of [twenty(1), twenty(2)]) poll(one);
  expect(poll(twenty(2).slice(0, 19)).said).toEqual(["gone 21"]);
});

test("an absence is dated by its beginning and checked again soon", () => {
  const poll = watch();
  poll(["1", "2"]);
  expect(poll(["1"]).again).toBe(60);
  expect(poll(nil).again).toBe(60);
  poll(["1"]);
  const { changes, again } = poll(["1"]);
  expect(again).toBeNull();
  expect(changes).toEqual([
    {
      type: "hashtag.gone",
      key: `2/${T0 + HOUR}`,
      occurredAt: T0 + HOUR,
      window: { from: T0, to: T0 + HOUR },
      data: { cid: "2", name: "tag 2", viewCount: 1_000_000, useCount: 1000, position: 2 },
    },
  ]);
});

test("confirmGone 1 reports at once", () => {
  expect(notified([["1", "2"], ["1"]], { confirmGone: 1 })).toEqual(["gone 2"]);
});

test("an appearance", () => {
  const poll = watch();
  poll(["1"]);
  expect(poll(["1", "2"]).changes).toEqual([
    {
      type: "hashtag.appeared",
      key: `2/${T0 + HOUR}`,
      occurredAt: T0 + HOUR,
      window: { from: T0, to: T0 + HOUR },
      data: { cid: "2", name: "tag 2", viewCount: 1_000_000, useCount: 1000, position: 2 },
    },
  ]);
});

test.each<[string, Poll[], number]>([
  ["by less", [views(1000), views(1199)], 0],
  ["by the percentage", [views(1000), views(1200)], 1],
  ["little by little", [views(1000), views(1090), views(1150), views(1220)], 1],
  ["once a window", [views(1000), views(1200), views(1500), views(2000)], 1],
  ["again in the next, against what was told", [views(1000), views(1200), views(1500, 24), views(1500, 25)], 2],
  ["too slowly for a window", [0, 12, 24, 36, 48, 60, 72].map((hour) => views(1000 * 1.007 ** hour, hour)), 0],
  ["fast after a slow start", [...[0, 12, 24, 36].map((hour) => views(1000 + hour, hour)), views(1300, 40)], 1],
  ["after a long rest", [views(1000), views(1250, 200)], 1],
  ["down and back", [views(1000), views(0), views(1000), views(400), views(400), views(1000)], 0],
  ["from a fall that is believed, and then up", [views(1000), views(400), views(400), views(400), views(410)], 0],
  ["from there for real", [views(1000), views(400), views(400), views(400), views(480)], 1],
  ["from nothing", [views(0), views(1000), views(1100)], 0],
  ["from unknown", [views(null), views(1000), views(null), views(1100)], 0],
])("a surge %s", (_name, polls, expected) => {
  expect(notified(polls)).toHaveLength(expected);
});

test("a surge has its start and size, and the previous surge in its key", () => {
  const poll = watch({ surgeWindowSeconds: 3600 });
  poll(["7"]);
  const one = poll([{ cid: "7", views: 1_243_000 }]).changes;
  expect(one).toMatchObject([{ type: "hashtag.surged", key: `7/${T0}` }]);
  const since = new Date(T0).toISOString();
  expect(one[0]!.data).toEqual({ cid: "7", name: "tag 7", before: 1_000_000, after: 1_243_000, percent: 24.3, since });
  expect(poll([{ cid: "7", views: 1_600_000 }]).changes).toMatchObject([
    { key: `7/${T0 + HOUR}`, data: { before: 1_243_000 } },
  ]);
});

test("small changes are not stored: a sample is due after one percent or an hour", () => {
  const poll = watch();
  expect(poll(views(1_000_000, 0))).toMatchObject({
    written: true,
    samples: { "views:1": 1_000_000, "uses:1": 1000, "position:1": 1 },
  });
  expect(poll(views(1_005_000, 0.5))).toMatchObject({ written: false });
  expect(poll(views(1_010_000, 0.6))).toMatchObject({ written: true, samples: { "views:1": 1_010_000 } });
  expect(poll(views(1_010_001, 1.5))).toMatchObject({ written: false });
  expect(poll(views(1_010_001, 1.6))).toMatchObject({ written: true });
  expect(poll(views(1_010_001, 9))).toMatchObject({ written: false });
  // The next day (UTC) begins in between: each has a sample, although nothing changed.
  expect(poll(views(0, 19))).toMatchObject({ written: true, samples: { "uses:1": 1000, "position:1": 1 } });
  expect(poll(views(0, 20))).toMatchObject({ written: false });
});

test("the number of stored points per window is small", () => {
  const poll = watch();
  let max = 0;
  for (let hour = 0; hour < 200; hour += 1) {
    const { state } = poll(views(Math.round(1e6 * 1.02 ** hour), hour));
    max = Math.max(max, state.known["1"]!.points.length);
  }
  expect(max).toBeLessThanOrEqual(10);
});

test("a count that can no longer be read is unknown, until it is read again", () => {
  const poll = watch();
  const displayed = (tag: Partial<Found>) => showHashtags(poll([{ ...tag }]).state)["results"];
  expect(displayed({ views: 1000, uses: 10 })).toMatchObject([{ viewCount: 1000, useCount: 10 }]);
  const unreadableSince = new Date(T0 + HOUR).toISOString();
  expect(displayed({ views: null, uses: 10 })).toMatchObject([{ viewCount: null, useCount: 10, unreadableSince }]);
  expect(displayed({ views: null, uses: null })).toMatchObject([{ viewCount: null, useCount: null, unreadableSince }]);
  const [back] = displayed({ views: 1000, uses: 10 }) as object[];
  expect(back).toMatchObject({ viewCount: 1000, useCount: 10 });
  expect(back).not.toHaveProperty("unreadableSince");
});

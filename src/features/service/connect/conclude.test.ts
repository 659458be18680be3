import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isObject, pointed, type Json } from "../../../core/json.ts";
import { runs } from "../../../../test/support/runs.ts";
import type { VerdictReading } from "../../../core/operation.ts";
import { decodeVerdict } from "../../../kinds/live/wire.ts";
import { concluded, type Chosen } from "./conclude.ts";
import { guessedUserId } from "./guess.ts";
import { jsonTextsIn, usedOf } from "./json-texts.ts";
import { escaped } from "./leaves.ts";
import { faultIn } from "./look-up.ts";
import { tellsApart, proofOf, type Pair } from "./reading.ts";
import { personIn } from "./person.ts";

const maria = personIn("7012")!;
const lena = personIn("7018")!;
const people: Pair["people"] = [maria, lena];
const addresses = { local: false, own: null, ownPorts: [] };
const NOTHING: Chosen = { verdict: null, fields: {} };
const conclude = (live: Json, off: Json, chosen = NOTHING) =>
  concluded({ answers: [live, off], people }, chosen, null, addresses);

describe("concluding a verdict from two answers", () => {
  const HOSTILE = ["__proto__", "a/b", "~", "~1", "‮live", "x".repeat(4000), "constructor", "", "data", "0"];
  const key = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 8 }));
  const whole = fc.oneof(
    fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 4 }),
    fc.dictionary(key, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 }),
  ) as fc.Arbitrary<Json>;
  const way = fc.array(key, { minLength: 1, maxLength: 5 });
  const values = fc.constantFrom<[Json, Json]>(
    [true, false],
    [1, 0],
    ["live", "ended"],
    [2, 4],
    [false, true],
    ["1", "0"],
  );
  /** Sets a value at a path of a JSON value, creating missing parents. */
  const placed = (within: Json, [first, ...rest]: string[], value: Json): Json => {
    if (first === undefined) return value;
    const below = isObject(within) && Object.hasOwn(within, first) ? within[first]! : {};
    const entries = isObject(within) ? Object.entries(within).filter(([name]) => name !== first) : [];
    return Object.fromEntries([...entries, [first, placed(below, rest, value)]]);
  };

  test("two answers that differ in one value are read correctly once it is chosen", () => {
    fc.assert(
      fc.property(whole, way, values, (rest, keys, [on, off]) => {
        // A name is another one for each creator, whatever it says.
        fc.pre(typeof on === "boolean" || keys.at(-1) !== "name");
        fc.pre(!(on === false && keys.some((one) => one.endsWith("live"))));
        const live = placed(rest, keys, on);
        const pointer = keys.map((one) => `/${escaped(one)}`).join("");
        expect(conclude(live, placed(rest, keys, off)).likely).toEqual([pointer]);
        const found = conclude(live, placed(rest, keys, off), { ...NOTHING, verdict: pointer });
        expect(found.verdict).toBe(pointer);
        expect(pointed(live, found.verdict!)).toBe(on);
        expect(found.proof).toEqual(["on", "off"]);
      }),
      { numRuns: runs(300) },
    );
  });

  test("no pair of answers is read wrongly or throws", () => {
    fc.assert(
      fc.property(whole, whole, (live, off) => {
        const { reading, proof } = conclude(live, off);
        expect(proof).toEqual(reading === null ? null : proofOf({ answers: [live, off], people }, reading));
      }),
      { numRuns: runs(300) },
    );
  });

  const answer = (on: boolean) => ({
    time: on ? 1763650001 : 1763650002,
    result: {
      anchor: { uid: on ? "7012" : "7018", nick: on ? "Maria" : "Lena", is_showing: on ? 1 : 0 },
      room: { id: on ? "7711034402" : null, headline: on ? "Late" : null, audience: on ? 12_418 : 0 },
    },
  });

  test("the likeliest value that does not fit both answers is replaced by one that does", () => {
    // The offline answer has a list of something else. A reading of rows faults on it.
    const found = conclude({ rows: [{ live: true }], group: { st: 2 } }, { rows: "none", group: { st: 4 } });
    expect(found).toMatchObject({ likely: ["/rows/0/live", "/group/st"], verdict: "/group/st", proof: ["on", "off"] });
  });

  test("the configured reading stays only if it fits both answers, and a person's choice takes precedence", () => {
    const pair: Pair = {
      answers: [
        { a: { live: 1 }, b: { on: "yes" } },
        { a: { live: 0 }, b: { on: "no" } },
      ],
      people,
    };
    const reading = (verdict: string, on: unknown, off: unknown) =>
      ({ verdict, on: [on], off: [off], paused: [], empty: "unknown" }) as VerdictReading;
    const right = reading("/b/on", "yes", "no");
    expect(concluded(pair, NOTHING, right, addresses)).toMatchObject({ verdict: "/b/on", own: true, reading: right });
    for (const invalid of [reading("/b/on", "no", "yes"), reading("/b/on", "yes", "off"), reading("/c", 1, 0)])
      expect(concluded(pair, NOTHING, invalid, addresses)).toMatchObject({
        verdict: "/a/live",
        own: false,
        proof: ["on", "off"],
      });
    const chosen = { ...NOTHING, verdict: "/a/live" };
    expect(concluded(pair, chosen, right, addresses)).toMatchObject({ verdict: "/a/live", own: false });
    expect(conclude(pair.answers[0], pair.answers[1], { ...NOTHING, verdict: "/b/on" }).verdict).toBe("/b/on");
  });

  test("the likeliest of many values is taken, with further fields for messages; a choice replaces it", () => {
    const found = conclude(answer(true), answer(false));
    expect(found).toMatchObject({
      verdict: "/result/anchor/is_showing",
      reading: { verdict: "/result/anchor/is_showing", room: "/result/room/id", on: [1], off: [0], empty: "unknown" },
      fields: { title: "/result/room/headline", viewers: "/result/room/audience", name: "/result/anchor/nick" },
      facts: { title: "Late", viewers: 12_418, name: "Maria" },
      names: ["Maria", "Lena"],
      asked: ["/result/anchor/uid"],
    });
    const other = conclude(answer(true), answer(false), { verdict: "/result/room/audience", fields: { title: "" } });
    expect([other.verdict, other.proof]).toEqual(["/result/room/audience", ["on", "off"]]);
    expect(other.fields.title).toBeUndefined();
  });

  const row = (on: unknown, room: Json) => ({ code: 0, data: { data: [{ alive: on as Json, room_id: room }] } });
  const many = (on: number[]) => ({
    list: [7001, 7012, 7018, 7020].map((uid) => ({ who: { uid }, st: on.includes(uid) ? "ON" : "OFF" })),
  });
  test.each<[what: string, live: Json, off: Json, reading: object]>([
    [
      "the only row of a list",
      row(true, "71"),
      row(false, 0),
      { rows: "/data/data", rowKey: "room_id", verdict: "/alive", room: "/room_id" },
    ],
    [
      "an empty list for offline",
      row(true, "71"),
      { code: 0, data: { data: [] } },
      { rows: "/data/data", on: [true], empty: "off" },
    ],
    [
      "null data for off",
      { code: 0, data: { state: "live" } },
      { code: 0, data: null },
      { verdict: "/data/state", empty: "off" },
    ],
    [
      "a null on the path for offline",
      { room: { status: 2 } },
      { room: null },
      { verdict: "/room/status", on: [2], empty: "off" },
    ],
    [
      "one list of all",
      many([7012]),
      many([7012]),
      { rows: "/list", rowUser: "/who/uid", verdict: "/st", on: ["ON"], off: ["OFF"] },
    ],
    [
      "a list of live creators only",
      [
        { uid: 7001, live: 1 },
        { uid: 7012, live: 1 },
      ],
      [{ uid: 7001, live: 1 }],
      { rows: "", rowUser: "/uid", verdict: "/live", empty: "off" },
    ],
    ["a yes that means no", { offline: false }, { offline: true }, { verdict: "/offline", on: [false], off: [true] }],
  ])("%s", (_what, live, off, reading) => {
    const found = conclude(live, off);
    expect(found.reading).toMatchObject(reading);
    expect(tellsApart(found.proof!)).toBe(true);
  });

  test("equal answers tell nothing, and neither does a value that differs each time", () => {
    expect(conclude({ live: 1 }, { live: 1 })).toMatchObject({ verdict: null, reading: null, looks: { kind: "on" } });
    expect(conclude({ a: "x y z" }, { a: "x y z" }).looks).toEqual({ kind: "same" });
    const chosen = conclude({ title: "Late night" }, { title: "Early bird" }, { ...NOTHING, verdict: "/title" });
    expect(chosen).toMatchObject({ verdict: "/title", reading: null, proof: null, looks: { kind: "different" } });
  });

  test("a word that differs is a state where its words or its name are known, and can be chosen otherwise", () => {
    const answer = (state: Record<string, string>, live: boolean) => ({
      streamer: { name: live ? "mira" : "tomasz", display: live ? "MIRA" : "TOMASZ" },
      ...state,
      viewers: live ? 120 : null,
      topic: live ? "Pottery night & tea" : null,
    });
    const of = (key: string, on: string, off: string, chosen = NOTHING) =>
      concluded(
        {
          answers: [answer({ [key]: on }, true), answer({ [key]: off }, false)],
          people: [personIn("@mira")!, personIn("@tomasz")!],
        },
        chosen,
        null,
        addresses,
      );
    for (const [key, on, off] of [
      ["presence", "broadcasting", "away"],
      ["presence", "here", "gone"],
      ["doing", "streaming", "lunch"],
    ] as const)
      expect(of(key, on, off)).toMatchObject({
        verdict: `/${key}`,
        likely: [`/${key}`, "/topic", "/viewers"],
        reading: { on: [on], off: [off], empty: "unknown" },
        proof: ["on", "off"],
      });
    // Nobody knows these words: they are no guess, but a person may choose them.
    expect(of("doing", "show", "lunch").verdict).toBe("/viewers");
    const chosen = of("doing", "show", "lunch", { ...NOTHING, verdict: "/doing" });
    expect(chosen).toMatchObject({ reading: { on: ["show"], off: ["lunch"] }, proof: ["on", "off"] });
    expect(of("doing", "lunch", "streaming").verdict).toBe("/viewers");
    for (const key of ["topic_of_day", "login", "title"])
      expect(of(key, "pottery", "tea", { ...NOTHING, verdict: `/${key}` }).reading).toBeNull();
  });

  test("large and deep answers are inspected up to a limit", () => {
    const deep = (on: boolean) => Array.from({ length: 5000 }).reduce<Json>((within) => [within], { live: on });
    expect(conclude(deep(true), deep(false)).verdict).toBeNull();
    const wide = (on: boolean) => ({ live: on, rows: Array.from({ length: 10_000 }, (_, id) => ({ id, on: id })) });
    expect(conclude(wide(true), wide(false)).verdict).toBe("/live");
  });

  test.each<[Json, string | null]>([
    [{ result: { uid: 6900 }, request_id: 77_777 }, "/result/uid"],
    [{ data: { user: { id: 6900, id_str: "6900" }, room_id: "71" } }, "/data/user/id_str"],
    [{ title: "7" }, null],
  ])("%j has a user id at %s", (body, pointer) => {
    expect(guessedUserId(body, personIn("@maria")!)).toBe(pointer);
  });
});

describe("shapes", () => {
  /** A creator at a moment, as a service sees them. */
  interface Moment {
    userId: string;
    name: string;
    live: boolean;
    roomId: string;
    viewers: number;
    title: string;
    at: number;
    /** What may differ between two creators besides being live. */
    verified: boolean;
    level: number;
    bio: string;
  }

  /** Services of different shapes, and how they answer whether a creator is live. */
  const SHAPES: Record<string, (of: Moment) => Json> = {
    flat: ({ live, userId, at, verified, level }) => ({ uid: userId, verified, level, is_live: live, ts: at }),
    nested: ({ live, name, at, verified }) => ({
      code: 0,
      data: { user: { nick: name, ...(verified ? { site: "a.example" } : {}), live_status: live ? 1 : 0 }, now: at },
    }),
    "an array of one": ({ live, roomId }) => ({ data: { data: [{ alive: live, room_id: live ? roomId : "0" }] } }),
    "null when offline": ({ live, viewers, roomId, title, level }) => ({
      code: 0,
      level,
      data: live ? { online: viewers, room: { id: roomId, title } } : null,
    }),
    "an id only": ({ live, roomId, name, bio, verified }) => ({ name, bio, verified, room_id: live ? roomId : "" }),
    "a count only": ({ live, viewers, name }) => ({ name, viewers: live ? viewers : 0 }),
    "a state in words": ({ live, name, at }) => ({ streamer: name, state: live ? "LIVE" : "OFFLINE", time: at }),
    "a number of a state": ({ live, at, title, level }) => ({
      level,
      room: { status: live ? 2 : 4, title: live ? title : "" },
      at,
    }),
    "a time of the start": ({ live, at, name }) => ({ nickname: name, started_at: live ? at : null }),
    "no end while live": ({ live, at, name }) => ({ data: { nick: name, ended_at: live ? null : at + 60 } }),
    "an end only when offline": ({ live, at, name, viewers }) => ({
      nick: name,
      fans: viewers,
      stream: { id: at, ...(live ? {} : { finished_at: new Date(at * 1000).toISOString() }) },
    }),
    "a start after the last end": ({ live, at, name }) => ({
      name,
      last: { started_at: at + 100, ended_at: live ? at : at + 200 },
    }),
    "a start, an end and never streamed": ({ live, at, level }) => ({
      level,
      started_at: live ? at + 1 : level === 0 ? null : at - 1,
      ended_at: level === 0 && !live ? null : at,
    }),
    "Y and N": ({ live, name }) => ({ result: { name, is_live: live ? "Y" : "N" } }),
    "a status elsewhere": ({ live, name, roomId, at }) => ({
      meta: { request_id: at, version: 3 },
      result: [{ user: { name }, stream: live ? { id: roomId } : {} }],
    }),
    "a name only": ({ live, name }) => ({ handle: name, broadcast: live ? { caption: "hi all" } : null }),
    "the last state too": ({ live, name }) => ({ name, current: live ? "streaming" : "ended", last: "ended" }),
  };

  const names = ["Maria", "Lena", "Tom B", "Ana_99", "李四", "o'neil"];
  const moment = (live: boolean, of: number): fc.Arbitrary<Moment> =>
    fc.record({
      userId: fc.constant(`70${10 + of}`),
      name: fc.constant(names[of]!),
      live: fc.constant(live),
      roomId: fc.bigInt(7_000_000_000_000_000_000n, 7_999_999_999_999_999_999n).map(String),
      viewers: fc.integer({ min: 1, max: 90_000 }),
      title: fc.string({ minLength: 2, maxLength: 30 }).filter((text) => text.trim() !== ""),
      at: fc.integer({ min: 1_760_000_000, max: 1_800_000_000 }),
      verified: fc.boolean(),
      level: fc.integer({ min: 0, max: 9 }),
      bio: fc.constantFrom("", "hello", "yes", "off"),
    });

  const people: Pair["people"] = [personIn("7010")!, personIn("7011")!];
  const conclude = (live: Json, off: Json) =>
    concluded({ answers: [live, off], people }, { verdict: null, fields: {} }, null, {
      local: false,
      own: null,
      ownPorts: [],
    });

  /** Fifty later answers, about these two creators and others. */
  const later = fc.array(
    fc.tuple(fc.boolean(), fc.nat({ max: 5 })).chain(([live, of]) => moment(live, of)),
    { minLength: 50, maxLength: 50 },
  );

  /** The later answers that a reading gets wrong. Services whose values never repeat have none. */
  function misread(shape: (of: Moment) => Json, reading: Parameters<typeof decodeVerdict>[1], moments: Moment[]) {
    return moments.filter((one) => {
      const view = decodeVerdict(shape(one), reading, { userId: one.userId });
      return !view.ok || view.value.verdict !== (one.live ? "on" : "off");
    });
  }

  describe.each(Object.entries(SHAPES))("a service that answers with %s", (_name, shape) => {
    test("the right two answers give a reading that holds for fifty later ones", () => {
      fc.assert(
        fc.property(moment(true, 0), moment(false, 1), later, (live, off, moments) => {
          const { reading, proof } = conclude(shape(live), shape(off));
          expect(proof).toEqual(["on", "off"]);
          expect(misread(shape, reading!, moments)).toEqual([]);
        }),
        { numRuns: runs(20) },
      );
    });

    test.each([
      ["both offline", false, false],
      ["both live", true, true],
      ["the two swapped", false, true],
    ])("%s: nothing is taken as proven that would be wrong later", (_what, first, second) => {
      fc.assert(
        fc.property(moment(first, 0), moment(second, 1), later, (one, other, moments) => {
          const { reading, proof } = conclude(shape(one), shape(other));
          const taken = proof !== null && tellsApart(proof);
          expect(taken ? misread(shape, reading!, moments) : []).toEqual([]);
        }),
        { numRuns: runs(20) },
      );
    });
  });

  test("texts that hold JSON are decoded, and the definition says which", () => {
    const answer = (live: boolean) => ({
      code: 0,
      note: "[draft",
      data: JSON.stringify({ live: JSON.stringify({ on: live }) }),
    });
    const { answers, decode } = jsonTextsIn([answer(true), answer(false)]);
    expect(decode).toEqual(["/data", "/data/live"]);
    const { reading, proof } = conclude(answers[0]!, answers[1]!);
    expect(proof).toEqual(["on", "off"]);
    expect(usedOf(decode, reading!)).toEqual(decode);
    expect(usedOf(decode, { verdict: "/code", fields: { title: "/note" } })).toEqual([]);
  });

  test("answers that tell nothing say why", () => {
    const off = { state: "OFFLINE", nick: "tom" };
    expect(conclude(off, { ...off, nick: "eva" })).toMatchObject({ verdict: null, looks: { kind: "off" } });
    expect(conclude(off, { ...off, state: "LIVE" })).toMatchObject({ verdict: null, looks: { kind: "swapped" } });
    expect(conclude({ error: "User not found" }, off)).toMatchObject({
      verdict: null,
      fields: {},
      looks: { kind: "nobody", of: 0, words: "User not found" },
    });
    expect(conclude({ who: "tom t" }, { who: "eva e" })).toMatchObject({ verdict: null, looks: { kind: "different" } });
    // What only one of them has filled in says nothing about a stream.
    const user = { nick: "tom", site: "a.example" };
    const found = conclude({ data: { user } }, { data: { user: { nick: "eva" } } });
    expect(found).toMatchObject({ verdict: null, likely: ["/data/user/site"], looks: { kind: "different" } });
  });

  test("what is no data, such as a login page, is never concluded from", () => {
    const page: CallResultLike = {
      status: 200,
      body: "<!doctype html><form action=/login>",
      fault: null,
    };
    expect(faultIn(page as never)).toEqual({ kind: "unread" });
    expect(faultIn({ ...page, body: { login: true } } as never)).toBeNull();
    // Both get the same page, whoever is live: nothing tells them apart.
    expect(conclude({ login: true }, { login: true })).toMatchObject({ verdict: null, reading: null });
  });

  interface CallResultLike {
    status: number;
    body: Json;
    fault: null;
  }
});

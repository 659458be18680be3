import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../../../test/support/runs.ts";
import type { Json } from "../../../core/json.ts";
import { decodeVerdict } from "../../../kinds/live/wire.ts";
import { concluded } from "./conclude.ts";
import { jsonTextsIn, usedOf } from "./json-texts.ts";
import { faultIn } from "./look-up.ts";
import { isProven, type Pair } from "./reading.ts";
import { personIn } from "./person.ts";

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
        const taken = proof !== null && isProven(proof);
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

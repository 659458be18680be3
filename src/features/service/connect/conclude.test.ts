import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isObject, pointed, type Json } from "../../../core/json.ts";
import { runs } from "../../../../test/support/runs.ts";
import type { VerdictReading } from "../../../core/operation.ts";
import { concluded, type Chosen } from "./conclude.ts";
import { guessedUserId } from "./guess.ts";
import { escaped } from "./leaves.ts";
import { isProven, proofOf, type Pair } from "./reading.ts";
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
    expect(isProven(found.proof!)).toBe(true);
  });

  test("equal answers tell nothing, and neither does a value that differs each time", () => {
    expect(conclude({ live: 1 }, { live: 1 })).toMatchObject({ verdict: null, reading: null, looks: { kind: "on" } });
    expect(conclude({ a: "x y z" }, { a: "x y z" }).looks).toEqual({ kind: "same" });
    const chosen = conclude({ title: "Late night" }, { title: "Early bird" }, { ...NOTHING, verdict: "/title" });
    expect(chosen).toMatchObject({ verdict: "/title", reading: null, proof: null, looks: { kind: "different" } });
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

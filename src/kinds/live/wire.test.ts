import { describe, expect, test } from "vitest";
import type { Json } from "../../core/json.ts";
import { ok } from "../../core/result.ts";
import { decodeVerdict, DEFAULT_READING } from "./wire.ts";

const reading = {
  verdict: "/data/room_id",
  room: "/data/room_id",
  on: "present" as const,
  paused: ["held"],
  off: DEFAULT_READING.off,
  empty: "unknown" as const,
};
const read = (body: Json, more = {}) => decodeVerdict(body, { ...reading, ...more }, { userId: "7012" });

describe("verdict by presence", () => {
  test.each<[Json, string | null]>([
    ["7100", "7100"],
    [7100, "7100"],
    ["Late night", null],
    [[1], null],
    [{ a: 1 }, null],
    [true, null],
  ])("%j is on", (value, room) => {
    expect(read({ data: { room_id: value } })).toEqual({ ok: true, value: { verdict: "on", room } });
  });

  test.each<[Json]>([[null], [""], [0], [[]], [{}], [false], ["0"]])("%j is off", (value) => {
    expect(read({ data: { room_id: value } })).toEqual({ ok: true, value: { verdict: "off", room: null } });
  });

  test.each<[Json]>([[{}], [{ data: null }], [{ data: {} }], [{ code: 0, data: { other: 1 } }]])(
    "%j has none: off",
    (body) => expect(read(body)).toEqual({ ok: true, value: { verdict: "off", room: null } }),
  );

  test("values listed as paused and off are recognized", () => {
    expect(read({ data: { room_id: "held" } })).toMatchObject({ value: { verdict: "paused" } });
    expect(read({ data: { room_id: "none" } }, { off: ["none"] })).toMatchObject({ value: { verdict: "off" } });
  });

  test.each<[Json]>([
    [{ error: "internal" }],
    [{ errors: [{ message: "no" }], data: null }],
    [{ success: false }],
    [{ ok: false, data: {} }],
    ["<html>"],
    [null],
  ])("%j proves nothing by what it lacks", (body) => {
    expect(read(body)).toMatchObject({ ok: false, error: { kind: "malformed" } });
  });

  test("in rows: a missing row is off, and rows that are not a list are a fault", () => {
    const rows = { rows: "/list", rowUser: "/uid", verdict: "/room" };
    expect(read({ list: [{ uid: 7012, room: 3 }] }, rows)).toMatchObject({ value: { verdict: "on" } });
    expect(read({ list: [{ uid: 7013, room: 3 }] }, rows)).toMatchObject({ value: { verdict: "off" } });
    expect(read({}, rows)).toMatchObject({ value: { verdict: "off" } });
    expect(read({ list: "down" }, rows)).toMatchObject({ ok: false });
  });
});

const rows = (...all: object[]) => ({ code: 0, data: { data: all } }) as never;
const on = (room: number) => ({ alive: true, room_id: room });

test("among several rows only the creator's own counts", () => {
  const of = (body: never, target: object) => decodeVerdict(body, DEFAULT_READING, target);
  expect(of(rows(on(71)), { userId: "7012" })).toEqual(ok({ verdict: "on", room: "71" }));
  expect(of(rows(on(71), on(72)), { userId: "7012" })).toEqual(ok({ verdict: "unknown", room: null }));
  expect(of(rows(on(71), on(72)), { userId: "7012", roomId: "72" })).toEqual(ok({ verdict: "on", room: "72" }));
  expect(of(rows(on(71)), { roomId: "72" })).toEqual(ok({ verdict: "unknown", room: null }));
});

test("an empty value on the way to the verdict is off only if so configured", () => {
  const reading = { verdict: "/data/room/alive", on: [true], paused: [], off: [false], empty: "unknown" as const };
  const body = { code: 0, data: { room: null, other: 1 } } as never;
  expect(decodeVerdict(body, reading, {})).toMatchObject({ ok: false, error: { kind: "malformed" } });
  expect(decodeVerdict(body, { ...reading, empty: "off" }, {})).toEqual(ok({ verdict: "off", room: null }));
});

test("leading zeros of room ids are ignored", () => {
  const body = rows({ alive: true, room_id: "0072" }, on(71));
  expect(decodeVerdict(body, DEFAULT_READING, { roomId: "72" })).toEqual(ok({ verdict: "on", room: "72" }));
  expect(decodeVerdict(rows(on(71), on(72)), DEFAULT_READING, { roomId: "072" })).toEqual(
    ok({ verdict: "on", room: "72" }),
  );
});

describe("verdict by absence", () => {
  const absent = (body: Json, more = {}) =>
    read(body, { verdict: "/data/ended_at", room: "/data/room", on: "absent", off: [], paused: [], ...more });

  test.each<[Json]>([[null], [""], [0], [[]], [{}]])("%j is on", (ended) => {
    expect(absent({ data: { id: 1, ended_at: ended, room: "7" } })).toEqual(ok({ verdict: "on", room: "7" }));
  });
  test("nothing there is on", () => expect(absent({ data: { id: 1 } })).toEqual(ok({ verdict: "on", room: null })));
  test.each<[Json]>([["2026-11-27T10:00:00Z"], [1_764_000_000], [false], ["x"], [[1]]])("%j is off", (ended) => {
    expect(absent({ data: { ended_at: ended } })).toMatchObject({ value: { verdict: "off" } });
  });

  test.each<[Json]>([
    [{}],
    [{ data: null }],
    [{ data: {} }],
    [{ data: [] }],
    [{ data: "none" }],
    [{ other: { a: 1 } }],
  ])("%j has no row: `empty` decides", (body) => {
    expect(absent(body)).toEqual(ok({ verdict: "unknown", room: null }));
    expect(absent(body, { empty: "off" })).toEqual(ok({ verdict: "off", room: null }));
  });

  test.each<[Json]>([[{ error: "internal", data: { id: 1 } }], [{ success: false }], ["<html>"], [null]])(
    "%j proves nothing",
    (body) => expect(absent(body)).toMatchObject({ ok: false, error: { kind: "malformed" } }),
  );

  test("in rows, the target's row must be there", () => {
    const rows = { rows: "/list", rowUser: "/uid", verdict: "/ended_at", room: "/room" };
    expect(absent({ list: [{ uid: 7012, room: 3 }] }, rows)).toEqual(ok({ verdict: "on", room: "3" }));
    expect(absent({ list: [{ uid: 7012, ended_at: 5 }] }, rows)).toMatchObject({ value: { verdict: "off" } });
    expect(absent({ list: [{ uid: 7013 }] }, rows)).toEqual(ok({ verdict: "unknown", room: null }));
    expect(absent({ list: [] }, rows)).toEqual(ok({ verdict: "unknown", room: null }));
    expect(absent({}, rows)).toEqual(ok({ verdict: "unknown", room: null }));
    expect(absent({ list: "down" }, rows)).toMatchObject({ ok: false });
  });
});

describe("verdict by two times", () => {
  const newer = (started: Json, ended?: Json) =>
    read(
      { data: { started, ...(ended === undefined ? {} : { ended }) } },
      { verdict: "/data/started", room: undefined, on: { newerThan: "/data/ended" }, off: [], paused: [] },
    );

  test.each<[string, Json, Json | undefined]>([
    ["on", "2026-11-27T10:00:01Z", "2026-11-27T10:00:00Z"],
    ["off", "2026-11-27T10:00:00Z", "2026-11-27T10:00:00Z"],
    ["off", "2026-11-27T10:00:00Z", "2026-11-27T10:00:00.500Z"],
    ["off", "2026-11-27T09:00:00Z", "2026-11-27T10:00:00+00:30"],
    ["on", "2026-11-27T09:45:00Z", "2026-11-27T10:00:00+00:30"],
    ["on", 1_764_000_001, 1_764_000_000_000],
    ["off", 1_764_000_000_000, 1_764_000_001],
    ["on", "1764000001", "2025-11-24T16:00:00Z"],
    ["on", 1_764_000_000, null],
    ["on", 1_764_000_000, ""],
    ["on", 1_764_000_000, 0],
    ["on", 1_764_000_000, undefined],
    ["off", null, 1_764_000_000],
    ["off", "", null],
    ["off", 0, null],
    ["unknown", "soon", 1_764_000_000],
    ["unknown", 1_764_000_000, "yesterday"],
    ["unknown", true, 1_764_000_000],
    ["unknown", 1_764_000_000, { at: 1 }],
  ])("%s: %j against %j", (verdict, started, ended) => {
    expect(newer(started, ended)).toEqual(ok({ verdict, room: null }));
  });

  test("a start that leads nowhere is malformed", () => {
    const at = { verdict: "/data/started", on: { newerThan: "/data/ended" } };
    expect(read({ data: { other: 1 } }, at)).toMatchObject({ error: { kind: "malformed" } });
    expect(read({ data: null }, at)).toMatchObject({ value: { verdict: "unknown" } });
  });
});

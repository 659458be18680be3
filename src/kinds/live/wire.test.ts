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

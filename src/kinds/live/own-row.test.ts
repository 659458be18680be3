import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../../test/support/runs.ts";
import type { Json } from "../../core/json.ts";
import { decodeAnswer } from "../../engine/upstream/answer.ts";
import { decodeOwnRow } from "./own-row.ts";
import { DEFAULT_READING } from "./wire.ts";

const READING = {
  ...DEFAULT_READING,
  rows: "/data/rows",
  rowUser: "/user_id",
  rowHandle: "/handle",
  rowKey: "room_id",
  paused: ["break"],
};
const MARIA = { userId: "7012", handle: "maria", roomId: "7100" };
const read = (rows: Json, target: object = MARIA, more = {}) =>
  decodeOwnRow({ data: { rows } }, { ...READING, ...more }, target);
const verdict = (view: string, room: string | null = null) => ({ ok: true, value: { verdict: view, room } });

describe("a creator's own row among many", () => {
  test("is found by user id, else by handle, else by room", () => {
    const rows = [
      { user_id: 7012, alive: true, room_id: 1 },
      { handle: "@Maria", alive: false },
      { room_id: "7100", alive: "break" },
    ];
    expect(read(rows)).toEqual(verdict("on", "1"));
    expect(read(rows, { handle: "maria", roomId: "7100" })).toEqual(verdict("off"));
    expect(read(rows, { roomId: "7100" })).toEqual(verdict("paused", "7100"));
    expect(read(rows, MARIA, { rowUser: undefined })).toEqual(verdict("off"));
  });

  test("is never another's: not the only one, nor one with the same handle or room", () => {
    expect(read([{ user_id: "7013", handle: "maria", room_id: "7100", alive: true }])).toEqual(verdict("unknown"));
    expect(read([{ alive: true }, { user_id: 9, alive: true }])).toEqual(verdict("unknown"));
    expect(read([{ room_id: "7100", alive: true }], {})).toEqual(verdict("unknown"));
  });

  test("is not known where no row says whose it is, as after ids were renamed", () => {
    const rows = [{ alive: true }, { userId: "7012", alive: false }, { user_id: 0 }, null];
    expect(read(rows, MARIA, { empty: "off" })).toMatchObject({
      error: { kind: "malformed", path: "/data/rows/user_id" },
    });
  });

  test("that is missing is what `empty` says, whatever the rule", () => {
    for (const on of [DEFAULT_READING.on, "present", "absent"] as const) {
      expect(read([{ user_id: "7013", alive: true }], MARIA, { on })).toEqual(verdict("unknown"));
      expect(read([], MARIA, { on, empty: "off" })).toEqual(verdict("off"));
    }
    expect(decodeOwnRow({ data: null }, READING, MARIA)).toEqual(verdict("unknown"));
  });

  test("proves nothing in an answer that says that it failed, or has no rows where they belong", () => {
    const failed = { success: false, data: { rows: [] } };
    expect(decodeOwnRow(failed, { ...READING, empty: "off" }, MARIA)).toMatchObject({ error: { kind: "malformed" } });
    expect(decodeOwnRow({ data: { list: [] } }, READING, MARIA)).toMatchObject({ error: { path: "/data/rows" } });
    expect(read("down")).toMatchObject({ ok: false });
  });

  test("may be there twice: rows that agree are one, others are a fault", () => {
    const row = (alive: boolean): Json => ({ user_id: "7012", alive, room_id: 5 });
    const [on, off] = [row(true), row(false)];
    expect(read([on, { user_id: "9", alive: false }, on])).toEqual(verdict("on", "5"));
    expect(read([on, off])).toMatchObject({ error: { kind: "malformed" } });
    expect(read([on, { user_id: "7012" }])).toMatchObject({ error: { kind: "malformed" } });
    // Which of the rooms is the current one is not known, and the order of rows never counts.
    expect(read([on, { user_id: "7012", alive: true, room_id: 6 }])).toEqual(verdict("on"));
  });

  test("without a verdict is a fault, also where the rows stand beside no data", () => {
    const answer: Json = { code: 0, rows: [{ user_id: "7012", room_id: 5 }] };
    expect(decodeOwnRow(answer, { ...READING, rows: "/rows" }, MARIA)).toMatchObject({ ok: false });
  });
});

/** What the answer says of a target that was asked for. */
const FATES = ["on", "off", "paused", "odd", "missing", "twice", "contradicted", "bad", "same room"] as const;
type Fate = (typeof FATES)[number];
const WHOLE = ["whole", "whole", "whole", "null data", "cut text", "cut list"] as const;

const VALUES: Partial<Record<Fate, Json>> = { off: false, paused: "break", odd: "perhaps" };
const EXPECTED: Partial<Record<Fate, string>> = { odd: "unknown", missing: "unknown", twice: "on", "same room": "on" };

test("no verdict for anybody without its own row, and none is lost that had one, whatever the answer looks like", () => {
  const met = new Map<string, number>();
  const meets = (what: string) => met.set(what, (met.get(what) ?? 0) + 1);
  const target = fc.record({ id: fc.bigInt(10n ** 17n, 10n ** 19n), fate: fc.constantFrom(...FATES) });
  const answer = fc.record({
    targets: fc.uniqueArray(target, { minLength: 1, maxLength: 60, selector: ({ id }) => id }),
    by: fc.constantFrom("userId" as const, "handle" as const),
    strangers: fc.nat(5),
    whole: fc.constantFrom(...WHOLE),
    order: fc.infiniteStream(fc.nat(1000)),
    cut: fc.double({ min: 0, max: 0.99, noNaN: true }),
  });
  fc.assert(
    fc.property(answer, ({ targets, by, strangers, whole, order, cut }) => {
      const key = by === "userId" ? "user_id" : "handle";
      const named = (id: bigint) => (by === "userId" ? `"user_id":${id}` : `"handle":"@U${id}"`);
      const row = (id: bigint, value: Json, room: bigint) =>
        `{${named(id)},"alive":${JSON.stringify(value)},"room_id":${room}}`;
      const rowsOf: Record<Fate, (id: bigint) => string[]> = {
        on: (id) => [row(id, 1, id + 1n)],
        off: (id) => [row(id, VALUES["off"]!, id + 1n)],
        paused: (id) => [row(id, VALUES["paused"]!, id + 1n)],
        odd: (id) => [row(id, VALUES["odd"]!, id + 1n)],
        missing: () => [],
        twice: (id) => [row(id, true, id + 1n), row(id, "1", id + 1n)],
        contradicted: (id) => [row(id, true, id + 1n), row(id, false, id + 1n)],
        bad: (id) => [`{${named(id)},"room_id":${id + 1n}}`],
        "same room": (id) => [row(id, true, 77n)],
      };
      const foreign = Array.from({ length: strangers }, (_, n) =>
        n % 2 === 0 ? row(BigInt(n + 1), true, 5n) : ["null", `{"alive":true}`, "[]"][n % 3]!,
      );
      const sorted = [
        ...targets
          .map(({ id, fate }) => ({ id, rows: rowsOf[fate](id) }))
          .flatMap(({ id, rows }) => rows.map((text) => ({ id, text }))),
        ...foreign.map((text) => ({ id: 0n, text })),
      ];
      const shuffled = sorted.map((one) => ({ one, at: order.next().value! })).sort((a, b) => a.at - b.at);
      const all = shuffled.map(({ one }) => one);
      const shown = whole === "cut list" ? all.slice(0, Math.floor(all.length * cut)) : all;
      const text =
        whole === "null data"
          ? '{"code":0,"data":null}'
          : `{"code":0,"data":{"rows":[${shown.map((one) => one.text).join()}]}}`;
      const body = decodeAnswer(200, whole === "cut text" ? text.slice(0, Math.floor(text.length * cut)) : text);
      meets(whole);
      if (all.some((one, at) => one !== sorted[at])) meets("reorder");
      if (strangers > 0) meets("strangers");
      expect(body.ok).toBe(whole !== "cut text");
      for (const { id, fate } of targets) {
        meets(fate);
        const params = by === "userId" ? { userId: String(id) } : { handle: `u${id}` };
        const view = body.ok
          ? decodeOwnRow(
              body.value,
              {
                ...READING,
                rowUser: undefined,
                rowHandle: undefined,
                [by === "userId" ? "rowUser" : "rowHandle"]: `/${key}`,
              },
              params,
            )
          : body;
        if (!body.ok) continue;
        const own = whole === "null data" ? [] : shown.filter((one) => one.id === id);
        const nobodys =
          shown.length > 0 && shown.every((one) => one.id === 0n && !one.text.includes(named(0n).slice(0, 9)));
        if (own.length === 0 && whole !== "null data" && nobodys) {
          meets("nobody's rows");
          expect(view).toMatchObject({ ok: false, error: { kind: "malformed" } });
        } else if (own.length === 0) expect(view).toEqual(verdict("unknown"));
        else if (fate === "bad" || (fate === "contradicted" && own.length === 2))
          expect(view).toMatchObject({ ok: false, error: { kind: "malformed" } });
        else if (fate === "contradicted")
          expect(view).toMatchObject({ value: { verdict: own[0]!.text.includes("true") ? "on" : "off" } });
        else expect(view).toEqual(verdict(EXPECTED[fate] ?? fate, fate === "same room" ? "77" : String(id + 1n)));
      }
    }),
    { numRuns: runs(10_000) },
  );
  for (const what of [...FATES, ...new Set(WHOLE), "reorder", "strangers"])
    expect(met.get(what) ?? 0, what).toBeGreaterThan(runs(10_000) / 50);
});

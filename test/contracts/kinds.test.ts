import { describe, expect, test } from "vitest";
import type { Event } from "../../src/core/event.ts";
import { canonical, isObject, type Json, type JsonObject } from "../../src/core/json.ts";
import { LANGUAGES } from "../../src/core/language.ts";
import { csvColumns, csvRows } from "../../src/features/creators/csv-rows.ts";
import { snapshotDocumented } from "../support/documented.ts";
import { fixtures } from "../support/fixtures.ts";
import { targetKinds, type AnyTargetKind } from "../../src/kinds/registry.ts";
import { dice, mutated } from "../support/mutations.ts";
import { firstPoll, readOff } from "../support/readings.ts";
import { runs } from "../support/runs.ts";
import { sinceOf, statusOf } from "../../src/kinds/status.ts";

const T0 = Date.UTC(2026, 0, 5, 12);
const MINUTE = 60_000;
const timeout = process.env["LONG"] ? 3_600_000 : 60_000;

const stored = (state: unknown): unknown => JSON.parse(canonical(state as Json));

const evaluated = (
  kind: AnyTargetKind,
  params: unknown,
  before: unknown,
  view: unknown,
  at: number,
  lastOkAt: number,
) =>
  kind.judge({
    targetId: "tgt_1",
    params,
    settings: kind.settings().parse({}),
    announceInitial: true,
    before,
    view,
    at,
    hold: false,
    holdsMs: 600_000,
    lastOkAt: before === null ? null : lastOkAt,
  });

/** The state after some polls, one per minute, each with its bodies. */
function polled(kind: AnyTargetKind, paramsText: Json, polls: Json[][]) {
  const params = kind.params().parse(paramsText);
  let state: unknown = null;
  let judgment: ReturnType<typeof evaluated> | null = null;
  for (const [index, bodies] of polls.entries()) {
    const { seen } = readOff(kind.read(firstPoll(params, kind.settings().parse({}) as object)), bodies);
    if (!seen.ok) throw new Error(`${seen.error.detail} at ${seen.error.path}`);
    judgment = evaluated(kind, params, state, seen.value, T0 + index * MINUTE, T0 + (index - 1) * MINUTE);
    state = stored(judgment.state);
  }
  return { params, state, judgment: judgment! };
}

const eventOf = (kind: AnyTargetKind, type: string, data: JsonObject, name = "Maria"): Event => ({
  id: "evt_1",
  type,
  targetId: "tgt_1",
  watchlistId: "wl_1",
  target: { name, kind: kind.kind, params: {} },
  occurredAt: T0,
  detectedAt: T0,
  window: { from: null, to: T0 },
  data,
  follows: null,
});

test("a column of the CSV import has the same type for all kinds", () => {
  const types = new Map<string, Set<string>>();
  for (const { kind, example } of Object.values(targetKinds))
    for (const params of [example.params, ...fixtures[kind]!.map((one) => one.params as JsonObject)])
      for (const [name, value] of Object.entries(params))
        types.set(name, (types.get(name) ?? new Set()).add(typeof value));
  for (const [name, all] of types) expect([name, all.size]).toEqual([name, 1]);
});

describe.each(Object.entries(targetKinds))("%s", (name, kind) => {
  test("has its name, and its example is a target", () => {
    expect(kind.kind).toBe(name);
    expect(kind.params().safeParse(kind.example.params).error).toBeUndefined();
  });

  test("is imported from a CSV whose columns are its params", () => {
    const cells = Object.entries(kind.example.params).filter(([, value]) => typeof value !== "object");
    expect(csvColumns()).toEqual(expect.arrayContaining(cells.map(([column]) => column)));
    const header = ["name", ...cells.map(([column]) => column), "kind"].join(";");
    const row = ["Maria", ...cells.map(([, value]) => String(value)), name].join(";");
    const [read] = csvRows(`${header}\n${row}\n`, 10).rows;
    expect(read).toEqual({ ok: true, value: { kind: name, name: "Maria", params: Object.fromEntries(cells) } });
  });

  test.each(fixtures[kind.kind]!.map((fixture) => [fixture.name, fixture] as const))(
    "fixture: %s",
    (_name, fixture) => {
      const once = polled(kind, fixture.params, [fixture.bodies]);
      expect(kind.snapshot(once.state)).toEqual(fixture.snapshot);
      snapshotDocumented(kind.kind, fixture.snapshot);
      const twice = polled(kind, fixture.params, [fixture.bodies, fixture.bodies]);
      expect(twice.judgment.changes).toEqual([]);
      expect(twice.judgment.samples).toBeUndefined();
      expect(canonical(twice.state as Json)).toBe(canonical(once.state as Json));
    },
  );

  test("a first poll reports nothing, except a creator who is live", () => {
    for (const { params, bodies } of fixtures[kind.kind]!) {
      const { changes } = polled(kind, params, [bodies]).judgment;
      expect(changes.filter(({ data }) => data["initial"] !== true)).toEqual([]);
    }
  });

  test("values that change at every poll have no effect", () => {
    for (const { params, bodies } of fixtures[kind.kind]!) {
      const { state } = polled(kind, params, [bodies]);
      for (let seed = 0; seed < 20; seed += 1) {
        const roll = dice(seed);
        const { judgment } = polled(kind, params, [bodies, bodies.map((body) => noisy(body, roll))]);
        expect(judgment.changes).toEqual([]);
        expect(canonical(stored(judgment.state) as Json)).toBe(canonical(state as Json));
      }
    }
  });

  test("makes at most the declared calls, of the declared operations", () => {
    for (const { params, bodies } of fixtures[kind.kind]!) {
      const parsed = kind.params().parse(params);
      const forever = Array.from({ length: 50 }, (_none, index) => bodies[index % bodies.length]!);
      const { calls } = readOff(kind.read(firstPoll(parsed, kind.settings().parse({}) as object)), forever);
      expect(calls.length).toBeLessThanOrEqual(kind.calls(parsed));
      for (const { operation } of calls) expect(kind.operations.map((one) => one.name)).toContain(operation);
    }
  });

  test("equal params identify the same target", () => {
    for (const { params } of fixtures[kind.kind]!) {
      const parsed = kind.params().parse(params);
      expect(kind.identity(kind.params().parse(parsed))).toBe(kind.identity(parsed));
      expect(kind.settings().parse(kind.settings().parse({}))).toEqual(kind.settings().parse({}));
    }
  });

  test.each([
    ["not an object", "nonsense", ""],
    ["nothing", null, ""],
    ["a list", [1], ""],
  ])("junk: %s", (_name, body, path) => {
    const { seen } = readOff(
      kind.read(firstPoll(kind.params().parse(fixtures[kind.kind]![0]!.params), kind.settings().parse({}) as object)),
      [body],
    );
    expect(seen).toMatchObject({ ok: false, error: { kind: "malformed", path } });
  });

  test("a fault of the first call is the fault", () => {
    const fault = { kind: "throttled" as const, status: 429, detail: "the service answered 429" };
    const { seen, calls } = readOff(
      kind.read(firstPoll(kind.params().parse(fixtures[kind.kind]![0]!.params), kind.settings().parse({}) as object)),
      [{ fault }],
    );
    expect(seen).toEqual({ ok: false, error: fault });
    expect(calls).toHaveLength(1);
  });

  test(
    "handles any payload, before and after a good one",
    () => {
      let decoded = 0;
      for (let seed = 0; seed < runs(25_000, 200); seed += 1) if (strike(kind, seed)) decoded += 1;
      expect(decoded).toBeGreaterThan(runs(25_000, 200) / 4);
    },
    timeout,
  );

  test("has words for each of its events, whatever their data", () => {
    for (const [type, { words, example }] of Object.entries(kind.events)) {
      for (let seed = 0; seed < 300; seed += 1) {
        const roll = dice(seed);
        const junk = mutated({ ...EXAMPLE, ...example(T0) }, roll);
        const data = { ...(isObject(junk) ? junk : {}), durationSeconds: 60 };
        const language = LANGUAGES[seed % LANGUAGES.length]!;
        const reported = words(eventOf(kind, type, data, roll() < 0.1 ? "\ud800" : "Maria"), language);
        expect(reported.title).not.toMatch(/undefined|\[object|NaN/);
        expect(reported.title.trim()).not.toBe("");
        expect(JSON.stringify([reported.body, reported.line, reported.fields])).not.toMatch(
          /undefined|\[object|NaN|"at":null/,
        );
        for (const { url } of reported.links) expect(url).toMatch(/^https:\/\//);
      }
    }
  });
});

/** A field of every name that events have. */
const EXAMPLE: JsonObject = {
  rankType: 8,
  groupType: 1,
  title: "Daily Ranking",
  place: 4,
  before: 7,
  after: 9,
  threshold: 10,
  gap: "13.8K Diamonds to reach No. 3",
  resetAt: "2026-01-06T00:00:00.000Z",
  periodEndedAt: "2026-01-06T00:00:00.000Z",
  bestPlace: 2,
  onRank: true,
  direction: "up",
  cid: "1",
  name: "knit",
  viewCount: 1,
  useCount: 2,
  position: 3,
  percent: 24.3,
  productId: "17",
  currency: "USD",
  durationSeconds: 60,
  initial: false,
};

/** Reports whether the damaged payload still decoded. */
function strike(kind: AnyTargetKind, seed: number): boolean {
  const roll = dice(seed);
  const fixture = fixtures[kind.kind]![Math.floor(roll() * fixtures[kind.kind]!.length)]!;
  const params = kind.params().parse(fixture.params);
  const bodies = fixture.bodies.map((body) => mutated(body, roll));
  const { seen } = readOff(kind.read(firstPoll(params, kind.settings().parse({}) as object)), bodies);
  if (!seen.ok) {
    expect(seen.error.kind, `seed ${seed}`).toBe("malformed");
    expect(seen.error.path, `seed ${seed}`).toMatch(/^(\/|$)/);
    return false;
  }
  const fresh = stored(evaluated(kind, params, null, seen.value, T0, T0).state);
  const again = evaluated(kind, params, fresh, seen.value, T0 + MINUTE, T0);
  expect(again.changes, `seed ${seed}`).toEqual([]);
  expect(canonical(stored(again.state) as Json), `seed ${seed}`).toBe(canonical(fresh as Json));
  const known = polled(kind, fixture.params, [fixture.bodies]).state;
  const { changes, state, samples } = evaluated(kind, params, known, seen.value, T0 + MINUTE, T0);
  const keys = changes.map(({ type, key }) => `${type}/${key}`);
  expect(new Set(keys).size, `seed ${seed}`).toBe(keys.length);
  for (const { type, data, occurredAt, window } of changes) {
    expect(kind.events[type]?.fields().safeParse(data).error, `seed ${seed}: ${type}`).toBeUndefined();
    expect(occurredAt >= (window.from ?? 0) && occurredAt <= window.to, `seed ${seed}`).toBe(true);
    expect(kind.events[type]!.words(eventOf(kind, type, data), "en").title).toContain("Maria");
  }
  for (const value of Object.values(samples ?? {})) expect(Number.isFinite(value), `seed ${seed}`).toBe(true);
  const kept = stored(state);
  expect(JSON.parse(JSON.stringify(state)), `seed ${seed}`).toEqual(kept);
  expect(kind.snapshot(kept), `seed ${seed}`).toEqual(kind.snapshot(state));
  statusOf(kind, kept);
  snapshotDocumented(kind.kind, kind.snapshot(kept));
  expect(sinceOf(kept), `seed ${seed}`).toBeGreaterThanOrEqual(T0);
  return true;
}

const RESTLESS = new Set(
  "countdown now logid impr_id search_request_id server_stream_time url_list uri roll_config string_value".split(" "),
);

/** The same answer a moment later: rows in another order, and other values where values have no meaning. */
function noisy(value: Json, roll: () => number): Json {
  if (Array.isArray(value)) {
    return value
      .map((part) => [roll(), noisy(part, roll)] as const)
      .sort(([a], [b]) => a - b)
      .map(([, part]) => part);
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, RESTLESS.has(key) ? Math.floor(roll() * 1e6) : noisy(part, roll)]),
  );
}

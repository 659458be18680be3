import { describe, expect, test } from "vitest";
import { AT, MINUTE, watched } from "../../../test/support/batch-reading.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { VERDICT } from "../../core/slot-entry.ts";
import { knowledgeAfter } from "./knowledge.ts";
import { targetKinds } from "../../kinds/registry.ts";

/** A live target that fails, whose last good poll was so many minutes ago. */
const failing = (minutes: number, more: object = {}) => {
  const target = { ...watched("1", AT - 100 * MINUTE), consecutiveFaults: 3, ...more };
  const state = JSON.parse(target.state!) as Json;
  return knowledgeAfter(target, { before: state, after: state, lastOkAt: AT - minutes * MINUTE, ok: false }, AT, 0);
};

test("a live target without a verdict is unknown after ten minutes, since its last one, and reported once", () => {
  expect(failing(9)).toMatchObject({ unknownSince: null, changes: [] });
  const since = AT - 10 * MINUTE;
  expect(failing(10)).toMatchObject({
    unknownSince: since,
    changes: [{ type: "target.unknown", occurredAt: AT, window: { from: since, to: AT } }],
    patch: { verdict: VERDICT.unknown, provedAt: since },
  });
  expect(failing(11, { unknownSince: since })).toMatchObject({ unknownSince: since, changes: [] });
});

test.each(["hashtag", "products", "list", "record", "ranking"])(
  "a %s gives no verdict: it is unknown after its last good answer",
  (kind) => {
    const since = AT - 15 * MINUTE;
    expect(failing(14, { kind, intervalSeconds: 300 })).toMatchObject({ unknownSince: null, changes: [] });
    const changes = [{ type: "target.unknown", window: { from: since, to: AT } }];
    expect(failing(15, { kind, intervalSeconds: 300 })).toMatchObject({ unknownSince: since, changes });
  },
);

test("a verdict after a time in which nobody polled says since when the state was unknown", () => {
  const after = (minutes: number, more: object = {}) => {
    const target = { ...watched("1", AT - 1000 * MINUTE), ...more };
    const state = JSON.parse(target.state!) as Json;
    return knowledgeAfter(target, { before: state, after: state, lastOkAt: AT - minutes * MINUTE, ok: true }, AT, 0);
  };
  expect(after(120)).toMatchObject({ unknownSince: null, changes: [] });
  const since = AT - 121 * MINUTE;
  expect(after(121)).toMatchObject({
    unknownSince: null,
    changes: [
      { type: "target.unknown", occurredAt: since + 10 * MINUTE, window: { from: since, to: since + 10 * MINUTE } },
      { type: "target.known", occurredAt: AT, window: { from: since, to: AT } },
    ],
  });
  expect(after(150, { intervalSeconds: 3600 }).changes).toEqual([]);
  const types = after(300, { kind: "hashtag" }).changes.map(({ type }) => type);
  expect(types).toEqual(["target.unknown", "target.known"]);
});

describe.each(Object.keys(targetKinds))("a good poll of a %s", (kind) => {
  const known = watched("1", AT);
  const state = kind === "live" ? (JSON.parse(known.state!) as Json) : {};
  /** The gap that a good poll ends, so many minutes after the one before; null for no poll before. */
  const gapAfter = (minutes: number | null, more: object = {}, turn = 0) => {
    const target = { ...known, kind, ...more };
    const before = minutes === null ? null : state;
    const lastOkAt = minutes === null ? null : AT - minutes * MINUTE;
    return knowledgeAfter(target, { before, after: state, lastOkAt, ok: true }, AT, turn).gap;
  };
  const gap = (minutes: number) => ({ from: AT - minutes * MINUTE, to: AT });

  test("ends a gap from the one before if that was ten minutes and three intervals ago", () => {
    expect([gapAfter(1), gapAfter(9), gapAfter(10)]).toEqual([null, null, gap(10)]);
    expect([gapAfter(14, { intervalSeconds: 300 }), gapAfter(15, { intervalSeconds: 300 })]).toEqual([null, gap(15)]);
    expect(gapAfter(100 * 1440)).toEqual(gap(100 * 1440));
  });

  test("ends a gap from the beginning if it is the first", () => {
    expect(gapAfter(null)).toEqual({ from: null, to: AT });
  });

  test("comes in time for as long as a budget that is too small makes it wait", () => {
    const turn = 20 * MINUTE;
    expect(gapAfter(30, {}, turn)).toBeNull();
    expect(gapAfter(200, {}, turn)).toEqual(gap(200));
  });
});

test("what ends no gap: a fault, and an answer without a verdict", () => {
  const target = watched("1", AT - 100 * MINUTE);
  const off = JSON.parse(target.state!) as JsonObject;
  const lastOkAt = AT - 30 * MINUTE;
  expect(knowledgeAfter(target, { before: off, after: off, lastOkAt, ok: false }, AT, 0).gap).toBeNull();
  const unknown = { ...off, verdict: "unknown", since: AT, knownAt: lastOkAt };
  expect(knowledgeAfter(target, { before: off, after: unknown, lastOkAt, ok: true }, AT, 0).gap).toBeNull();
  // The verdict after it ends one from the last verdict, not from the last answer.
  const again = { before: unknown, after: off, lastOkAt: AT, ok: true };
  expect(knowledgeAfter(target, again, AT + MINUTE, 0).gap).toEqual({ from: lastOkAt, to: AT + MINUTE });
});

test("a state that was recorded as unknown ends as a gap, however short", () => {
  const target = { ...watched("1", AT - 100 * MINUTE), unknownSince: AT - 5 * MINUTE };
  const state = JSON.parse(target.state!) as Json;
  const polled = { before: state, after: state, lastOkAt: AT - 5 * MINUTE, ok: true };
  expect(knowledgeAfter(target, polled, AT, 0).gap).toEqual({ from: AT - 5 * MINUTE, to: AT });
});

import { expect, test } from "vitest";
import { AT, MINUTE, watched } from "../../../test/support/batch-reading.ts";
import type { Json } from "../../core/json.ts";
import { VERDICT } from "../../core/slot-entry.ts";
import { knowledgeAfter } from "./knowledge.ts";

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
  "a %s gives no verdict: it fails, but is never unknown",
  (kind) => {
    expect(failing(60, { kind })).toEqual({ unknownSince: null, changes: [], patch: {} });
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
    changes: [{ type: "target.known", occurredAt: AT, window: { from: since, to: AT } }],
  });
  expect(after(150, { intervalSeconds: 3600 }).changes).toEqual([]);
  expect(after(300, { kind: "hashtag" }).changes).toEqual([]);
});

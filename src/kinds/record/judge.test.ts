import fc from "fast-check";
import { expect, test } from "vitest";
import { canonical, type Json } from "../../core/json.ts";
import { namedValues } from "../../core/named-values.ts";
import { runs } from "../../../test/support/runs.ts";
import { judgeRecord } from "./judge.ts";
import { recordSettings } from "./params.ts";
import type { RecordState } from "./view.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5, 12);
const FIELDS = { followers: "/followers", likes: "/likes", bio: "/bio", verified: "/verified" };

/**
 * The events of a record that is polled once a minute; null is a failed poll. State is serialized and parsed each time.
 */
function notified(answers: (Json | null)[], settings: object) {
  let state: RecordState | null = null;
  let lastOkAt: number | null = null;
  return answers.map((body, n) => {
    if (body === null) return [];
    const at = START + n * MINUTE;
    const evaluated = judgeRecord({
      targetId: "tgt_1",
      params: { operation: "user.stats", values: {} },
      settings: recordSettings().parse(settings),
      announceInitial: true,
      before: state,
      view: { fields: namedValues(body, FIELDS), names: Object.keys(FIELDS) },
      at,
      hold: false,
      lastOkAt,
      holdsMs: 600_000,
    });
    lastOkAt = at;
    state = JSON.parse(canonical(evaluated.state as unknown as Json)) as RecordState;
    return evaluated.changes.map(({ type, data }) => ({ type, ...data }));
  });
}

/** A field that may be missing, null or of another type. */
const spoiled = (value: fc.Arbitrary<Json>) =>
  fc.option(fc.oneof({ weight: 6, arbitrary: value }, fc.constantFrom<Json>(null, "", [], {}, [7])), {
    nil: undefined,
    freq: 6,
  });

const answer = fc.option(
  fc.record({
    followers: spoiled(fc.oneof(fc.nat(30), fc.nat(60_000)).chain((n) => fc.constantFrom<Json>(n, String(n)))),
    bio: spoiled(fc.constantFrom<Json>("Say hi", "New clips", "Bookings by mail")),
    verified: spoiled(fc.boolean()),
  }),
  { nil: null, freq: 8 },
);

const STEPS = [0, 1, 2, 3, 4].flatMap((power) => [1, 2, 5].map((step) => step * 10 ** power));

test("for generated answers, each changed text and each milestone is reported once, and nothing else", () => {
  const met = { texts: 0, milestones: 0, missing: 0, failed: 0 };
  fc.assert(
    fc.property(fc.array(answer, { minLength: 2, maxLength: 30 }), (answers) => {
      const known: Record<string, string> = {};
      let highest: number | null = null;
      const expected = answers.map((body) => {
        const says: string[] = [];
        if (body === null) met.failed += 1;
        for (const field of ["bio", "verified"] as const) {
          const value = body?.[field];
          if (value === undefined || value === null || value === "" || typeof value === "object") {
            met.missing += 1;
            continue;
          }
          const text = String(value);
          if (known[field] !== undefined && known[field] !== text) says.push(`${field}: ${known[field]} ${text}`);
          known[field] = text;
        }
        met.texts += says.length;
        const value = body?.followers;
        if (typeof value !== "number" && (typeof value !== "string" || value === "")) return says;
        const now = Number(value);
        const reached = highest === null ? [] : STEPS.filter((step) => step > highest! && step <= now);
        highest = Math.max(highest ?? now, now);
        if (reached.length > 0) met.milestones += 1;
        return reached.length === 0 ? says : [...says, `followers reached ${Math.max(...reached)}`];
      });
      const reported = notified(answers as (Json | null)[], { watch: [{ field: "followers" }] }).map((changes) =>
        changes.map((one) =>
          "milestone" in one ? `${one.field} reached ${one.milestone}` : `${one.field}: ${one.before} ${one.after}`,
        ),
      );
      expect(reported).toEqual(expected);
    }),
    { numRuns: runs(3000) },
  );
  for (const [name, count] of Object.entries(met)) expect([name, count > 20]).toEqual([name, true]);
});

test("an entry has the default milestones only if it sets nothing else", () => {
  const growth = [{ followers: 8 }, { followers: 12 }, { followers: 60 }];
  const types = (watch: object[]) => notified(growth, { watch }).map((changes) => changes.map(({ type }) => type));
  expect(types([{ field: "followers", above: 50 }])).toEqual([[], [], ["field.crossed"]]);
  expect(types([{ field: "followers", milestones: [11, 59] }])).toEqual([[], ["field.milestone"], ["field.milestone"]]);
  expect(types([{ field: "followers", milestones: [] }])).toEqual([[], [], []]);
  expect(types([{ field: "followers" }])).toEqual([[], ["field.milestone"], ["field.milestone"]]);
  expect(types([])).toEqual([[], [], []]);
});

test("a watched field without a number is compared as text", () => {
  const [, changed] = notified([{ bio: "old" }, { bio: "new" }], { watch: [{ field: "bio" }] });
  expect(changed).toEqual([{ type: "field.changed", field: "bio", before: "old", after: "new" }]);
});

test("a record counts as changed since its first answer or its last change", () => {
  const since = (before: RecordState | null, bio: string, n: number): RecordState =>
    judgeRecord({
      targetId: "tgt_1",
      params: { operation: "user.stats", values: {} },
      settings: recordSettings().parse({}),
      announceInitial: true,
      before,
      view: { fields: { bio }, names: ["bio"] },
      at: START + n * MINUTE,
      hold: false,
      lastOkAt: before === null ? null : START + (n - 1) * MINUTE,
      holdsMs: 600_000,
    }).state;
  const first = since(null, "a", 0);
  const second = since(first, "a", 1);
  const third = since(second, "b", 2);
  expect([first, second, third].map((one) => one.since - START)).toEqual([0, 0, 2 * MINUTE]);
});

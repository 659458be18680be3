import { expect, test } from "vitest";
import { plainOperation } from "../../../test/support/readings.ts";
import type { Json } from "../../core/json.ts";
import { ok } from "../../core/result.ts";
import { judgeRecord } from "./judge.ts";
import { recordSettings } from "./params.ts";
import { readRecord, record } from "./kind.ts";
import { showRecord, type RecordState, summaryOf } from "./view.ts";
import { inEnglish } from "../../core/sentence.ts";

const stateOf = (fields: RecordState["fields"]): RecordState => ({
  since: 0,
  sampledAt: 0,
  mark: null,
  fields,
  numbers: {},
});

test.each<[RecordState["fields"], string]>([
  [{}, "0 fields"],
  [{ bio: "Hello" }, "1 field"],
  [{ bio: "Hello", followers: 12_400 }, "followers 12.4K"],
  [{ followers: 1, likes: 2, plays: 3 }, "followers 1 · likes 2"],
])("%j in short: %s", (fields, words) => {
  expect(summaryOf(stateOf(fields), inEnglish)).toBe(words);
});

const START = Date.UTC(2026, 0, 5, 12);
const FIELDS = { price: "/price", other: "/other", likes: "/likes", bio: "/bio" };

/** What a record that is polled once a minute tells of these answers, and how it is left. */
function polled(settings: object, ...answers: Json[]) {
  const parsed = recordSettings().parse(settings);
  const params = { operation: "shop.item", values: {} };
  let state: RecordState | null = null;
  let faults: (string | null)[] = [];
  const told = answers.map((body, n) => {
    const reading = readRecord({ params, settings: parsed, before: () => state });
    reading.next();
    const step = reading.next(ok({ body, operation: { ...plainOperation("shop.item"), fields: FIELDS }, facts: {} }));
    if (!step.done || !step.value.ok) throw new Error("it asks once");
    const view = step.value.value;
    faults = [...faults, view.unreadable?.path ?? null];
    const at = START + n * 60_000;
    const lastOkAt = n === 0 ? null : at - 60_000;
    const when = { targetId: "tgt_1", announceInitial: false, at, hold: false, lastOkAt, holdsMs: 600_000 };
    const judged = judgeRecord({ ...when, params, settings: parsed, before: state, view });
    state = JSON.parse(JSON.stringify(judged.state)) as RecordState;
    return judged.changes.map(({ type, data }) => `${type} ${data.field} ${data.before} ${data.after}`);
  });
  return { told, faults, shown: showRecord(state!), samples: state! };
}

const WATCH = { watch: [{ field: "price", above: 1000 }] };

test("a price in another notation is the same kind of number", () => {
  const { told, faults, shown } = polled(WATCH, { price: "12.50" }, { price: "1.299,00" });
  expect([told, faults]).toEqual([
    [[], ["field.crossed price 12.5 1299"]],
    [null, null],
  ]);
  expect(shown).toEqual({ fields: { price: 1299 } });
});

test("a neighbour, or an earlier answer, says what a price means; without them it is unknown", () => {
  const last = (...answers: Json[]) => polled(WATCH, ...answers).shown["fields"];
  expect(last({ price: "998" }, { price: "1.299", other: "0,5" })).toEqual({ price: 1299, other: 0.5 });
  expect(last({ price: "998" }, { price: "998", other: "0,5" }, { price: "1.299" })).toMatchObject({ price: 1299 });
  expect(last({ price: "998" }, { price: "998", other: "0.5" }, { price: "1.299" })).toMatchObject({ price: 1.299 });
  const { told, faults, shown } = polled(WATCH, { price: "998" }, { price: "1.299" });
  expect([told, faults]).toEqual([
    [[], []],
    [null, "/price"],
  ]);
  expect(shown).toEqual({ fields: { price: null }, unreadableSince: new Date(START + 60_000).toISOString() });
});

test("only watched numbers are missed; what is not a number any more is what it is now", () => {
  const { told, faults, shown } = polled(
    WATCH,
    { price: 5, likes: 3, bio: "a" },
    { price: 5, likes: "none", bio: "b" },
  );
  expect([told, faults]).toEqual([
    [[], ["field.changed bio a b"]],
    [null, null],
  ]);
  expect(shown).toEqual({ fields: { price: 5, likes: "none", bio: "b" } });
});

test("a field that never was a number is a text", () => {
  const { told, faults } = polled(WATCH, { price: "ask us" }, { price: "ask me" });
  expect([told, faults]).toEqual([
    [[], ["field.changed price ask us ask me"]],
    [null, null],
  ]);
});

test("what cannot be read is no change of a text, nor a sample", () => {
  const answers = [
    { price: 5, likes: 1 },
    { price: "ask us", likes: 2 },
    { price: "ask me", likes: 3 },
    { price: 6, likes: 3 },
  ];
  const { told, faults, shown, samples } = polled(WATCH, ...answers);
  expect([told.flat(), faults]).toEqual([[], [null, "/price", "/price", null]]);
  expect(shown).toEqual({ fields: { price: 6, likes: 3 } });
  expect(samples.fields).toEqual({ price: 6, likes: 3 });
});

test("what an answer has nothing for is shown as null, and is no change when it is back", () => {
  const before = [{ price: 1, bio: "old", likes: 5 }, { price: 2 }];
  expect(polled({}, ...before).shown.fields).toEqual({ price: 2, bio: null, likes: null });
  expect(polled({}, ...before, { price: 2, bio: "old", likes: 5 })).toMatchObject({
    told: [[], [], []],
    faults: [null, null, null],
    shown: { fields: { bio: "old", likes: 5 } },
  });
  expect(polled({}, ...before, { price: 2, bio: "new" }).told.at(-1)).toEqual(["field.changed bio old new"]);
  expect(summaryOf(polled({}, ...before).samples, inEnglish)).toBe("price 2");
});

test.each<[string, object]>([
  ["https://example.com/a/b?c=1", { text: "example.com", name: true, href: "https://example.com/a/b?c=1" }],
  ["http://example.com/a", { text: "example.com", name: true }],
  ["https://example.com and more", { text: "https://example.com and more", name: true }],
  ["javascript:alert(1)", { text: "javascript:alert(1)", name: true }],
])("an address is shown by its host, and only https is a link: %s", (text, cell) => {
  expect(record.page.watched!.rows({ fields: { picture: text } }, inEnglish)).toEqual([
    [{ text: "picture", field: true }, cell],
  ]);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { ListModel, type ModelAnswer, type ModelRow } from "../../../test/support/list-model.ts";
import { item, Polled } from "../../../test/support/polled-list.ts";
import { runs } from "../../../test/support/runs.ts";

interface Row {
  id: string;
  createdAt: number;
  /** The poll from which on it exists for others, unless it is hidden. */
  visibleFrom: number;
  hidden: boolean;
  /** The polls at which it is visible. */
  visibleAt: Set<number>;
  pinned: boolean;
}

const step = fc.record({
  come: fc.constantFrom(0, 0, 0, 1, 1, 2, 4),
  late: fc.option(fc.integer({ min: 1, max: 6 }), { nil: null, freq: 2 }),
  hides: fc.option(fc.nat(20), { nil: null, freq: 2 }),
  returns: fc.option(fc.nat(20), { nil: null, freq: 2 }),
  pins: fc.option(fc.nat(20), { nil: null, freq: 8 }),
  unpins: fc.nat(9).map((n) => n === 0),
  answers: fc.constantFrom(
    "all",
    "all",
    "all",
    "all",
    "all",
    "failed",
    "none",
    "cut",
    "some",
    "page",
    "incomplete",
    "twice",
  ),
  keep: fc.nat(99),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const history = fc.record({
  timed: fc.boolean(),
  order: fc.constantFrom("newest first", "newest first", "oldest first"),
  window: fc.constantFrom(4, 8, 12, 1000),
  confirmGone: fc.integer({ min: 1, max: 4 }),
  begin: fc.integer({ min: 0, max: 16 }),
  steps: fc.array(step, { minLength: 4, maxLength: 26 }),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

/** The answers of a service whose list changes by these steps, and that answers by them. */
function answersOf(
  { timed, order, window, begin, steps }: History,
  met: Record<string, number>,
): { answers: ModelAnswer[]; rows: Row[] } {
  const rows: Row[] = [];
  let at = 1_000_000;
  const add = (visibleFrom: number) => {
    at += 60;
    rows.push({
      id: `v${rows.length}`,
      createdAt: at,
      visibleFrom,
      hidden: false,
      visibleAt: new Set(),
      pinned: false,
    });
  };
  for (let n = 0; n < begin; n++) add(0);
  const pick = (some: Row[], n: number | null) => (n === null || some.length === 0 ? null : some[n % some.length]!);
  const answers = steps.map((one, poll): ModelAnswer => {
    for (let n = 0; n < one.come; n++) add(poll);
    if (one.late !== null) add(poll + one.late);
    const back = pick(
      rows.filter(({ hidden }) => hidden),
      one.returns,
    );
    if (back !== null) back.hidden = false;
    const hides = pick(
      rows.filter(({ hidden, visibleFrom }) => !hidden && visibleFrom <= poll),
      one.hides,
    );
    if (hides !== null) hides.hidden = true;
    if (one.unpins) for (const row of rows) row.pinned = false;
    const pinned = pick(
      rows.filter(({ hidden, visibleFrom }) => !hidden && visibleFrom <= poll),
      one.pins,
    );
    if (pinned !== null && rows.filter((row) => row.pinned).length < 2) pinned.pinned = true;
    for (const row of rows) if (!row.hidden && row.visibleFrom <= poll) row.visibleAt.add(poll);
    return answered(rows, one, { poll, timed, order, window }, met);
  });
  return { answers, rows };
}

function answered(
  rows: Row[],
  { answers, keep }: Step,
  how: { poll: number; timed: boolean; order: string; window: number },
  met: Record<string, number>,
): ModelAnswer {
  const { timed, order, window, poll } = how;
  const count = (what: string) => (met[what] = (met[what] ?? 0) + 1);
  count(answers);
  if (answers === "failed") return null;
  if (answers === "none") return { rows: [], complete: true };
  const visible = rows.filter((row) => !row.hidden && row.visibleFrom <= poll).toReversed();
  const from = answers === "page" ? window : 0;
  const page = visible.slice(from, from + window);
  const pins =
    order === "newest first" ? page.concat(visible).filter((row, n, all) => row.pinned && all.indexOf(row) === n) : [];
  // More pinned rows than others can't be told from a list in another order.
  const head = pins.length * 2 < page.length && answers !== "page" ? pins : [];
  const listed = [...head, ...page.filter((row) => !head.includes(row))].slice(0, Math.max(window, 1));
  const part =
    answers === "cut" || answers === "incomplete"
      ? listed.slice(0, Math.ceil((listed.length * keep) / 100))
      : answers === "some"
        ? listed.filter((row, n) => head.includes(row) || (keep * 7 + n * 13) % 5 !== 0 || n === head.length)
        : listed;
  const displayed = head.length * 2 < part.length ? part : listed;
  if (head.length > 0) count("pinned");
  for (const { visibleFrom, createdAt } of displayed)
    if (visibleFrom > 0 && visibleFrom === poll && createdAt < visible[0]!.createdAt) count("late");
  const ordered = order === "oldest first" ? displayed.toReversed() : displayed;
  const all = answers === "twice" ? [...ordered, ...ordered.slice(0, 2)] : ordered;
  return {
    rows: all.map((row): ModelRow => ({ id: row.id, time: timed ? row.createdAt : null, pinned: head.includes(row) })),
    complete: answers !== "incomplete",
  };
}

const CASES = [
  "failed",
  "none",
  "cut",
  "some",
  "page",
  "incomplete",
  "twice",
  "pinned",
  "late",
  "new",
  "gone",
  "back after it was gone",
  "out of sight",
  "moved up, by its time",
  "moved up, by its position",
  "doubted",
  "doubt denied",
  "doubt confirmed",
  "held, then told",
  "another page",
];

test("of generated histories, what is new and what is gone is told once, whatever the service answers", () => {
  const met: Record<string, number> = {};
  fc.assert(
    fc.property(history, (one) => {
      const list = new Polled({ confirmGone: one.confirmGone, ...(one.timed ? { timeField: "time" } : {}) });
      const model = new ListModel(one.confirmGone, met);
      const expected: (string[] | boolean)[] = [];
      const notified: typeof expected = [];
      const { answers, rows } = answersOf(one, met);
      for (const answer of answers) {
        expected.push(model.tell(answer), model.doubted);
        const items = answer?.rows.map(({ id, time }) => item(id, time === null ? {} : { time })) ?? null;
        notified.push(list.said(items, answer?.complete), list.doubted);
      }
      expect(notified).toEqual(expected);
      const appeared = notified.flat().filter((text) => String(text).startsWith("item.appeared"));
      expect(new Set(appeared).size).toBe(appeared.length);
      const first = answers.findIndex((answer) => answer !== null && answer.rows.length > 0);
      const whole = ["all", "twice"].includes(one.steps[first]?.answers ?? "");
      if (!one.timed || !whole || one.steps.some(({ answers }) => answers === "page")) return;
      // With times, nothing is new that was there when the list was first read, in whatever order that comes to light.
      for (const { id, visibleAt } of rows)
        if (visibleAt.has(first)) expect(appeared).not.toContain(`item.appeared ${id}`);
    }),
    { numRuns: runs(20_000, 1200) },
  );
  for (const name of CASES) expect([name, (met[name] ?? 0) > 15]).toEqual([name, true]);
});

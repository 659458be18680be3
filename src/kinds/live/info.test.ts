import { expect, test } from "vitest";
import type { Facts } from "../../core/facts.ts";
import { infoAtStart, informed } from "./info.ts";
import type { Session } from "./view.ts";

const session: Session = { id: "ses_1", room: "7100", startedAt: 0, startedAfter: null, lastOnAt: null, toldAt: 0 };
const info: Facts = {
  title: "Hello",
  viewers: 1000,
  followers: 50,
  cover: "https://a.tiktokcdn.com/1.jpeg?x-signature=1",
};
const known = informed(session, info);

test("insignificant changes are not stored", () => {
  expect(known).toEqual({ ...session, info, peakViewers: 1000 });
  const wavering = { ...info, viewers: 950, followers: 52, cover: "https://b.tiktokcdn.com/1.jpeg?x-signature=2" };
  expect(informed(known, wavering)).toBe(known);
  expect(informed(known, null)).toBe(known);
  expect(informed(session, undefined)).toBe(session);
});

test.each<[string, Facts, number]>([
  ["more viewers than ever", { viewers: 1001 }, 1001],
  ["a tenth of them gone", { viewers: 900 }, 1000],
  ["another title", { title: "Bye", viewers: 1000 }, 1000],
  ["another cover", { cover: "https://a.tiktokcdn.com/2.jpeg", viewers: 1000 }, 1000],
  ["a fact that is new", { name: "Maria", viewers: 1000 }, 1000],
  ["a count that can't be read", { viewers: "a lot" }, 1000],
])("%s is remembered, beside what was not told this time", (_what, change, peakViewers) => {
  expect(informed(known, change)).toEqual({ ...session, info: { ...info, ...change }, peakViewers });
});

test("viewers that an answer lacks are not current, and their peak stays", () => {
  const { viewers: _viewers, ...lasting } = info;
  const without = informed(known, lasting);
  expect(without).toEqual({ ...session, info: lasting, peakViewers: 1000 });
  expect(informed(without, lasting)).toBe(without);
  expect(informed(without, { viewers: 900 })).toEqual({
    ...session,
    info: { ...lasting, viewers: 900 },
    peakViewers: 1000,
  });
});

test("a start without details includes the handle only if it has changed", () => {
  expect(infoAtStart({ info, handle: null, pending: false }, "maria", "maria")).toEqual(info);
  expect(infoAtStart(undefined, "maria.live", "Maria")).toEqual({ handle: "maria.live" });
  for (const [handle, provided] of [
    ["maria", "@Maria"],
    ["maria", undefined],
    [undefined, "maria"],
  ] as const)
    expect(infoAtStart({ info: null, handle: null, pending: false }, handle, provided)).toBeNull();
});

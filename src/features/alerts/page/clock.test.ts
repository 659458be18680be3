import { expect, test } from "vitest";
import { ClockKey, NightClock, quietIn } from "./clock.tsx";

const NIGHT = { from: "23:00", to: "07:00", timezone: "UTC" };
const at = (hour: number) => Date.UTC(2026, 0, 5, hour);
const drawn = (reported: typeof NIGHT | null, starts: number[]): string =>
  String(NightClock({ quiet: reported === null ? null : quietIn(reported), timezone: "UTC", starts }));

test.each([
  ["24:00", "07:00", "UTC"],
  ["23:00", "7:00", "UTC"],
  ["23:00", "", "UTC"],
  ["23:00", "23:00", "UTC"],
  ["23:00", "07:00", "Nowhere"],
])("from %s to %s in %s are no quiet hours", (from, to, timezone) => {
  expect(quietIn({ from, to, timezone })).toBeNull();
});

test("the clock says how long it is quiet and how many starts fall within, and draws the span that way round", () => {
  const night = drawn(NIGHT, [at(22), at(23), at(3), at(7)]);
  expect(night).toContain("quiet from 23:00 to 07:00; 2 of the last 4 starts fall within");
  expect(night).toContain(">8 h<");
  expect(night).toContain("A74 74 0 0 1");
  expect(night.match(/class="st"/g)).toHaveLength(4);
  const day = drawn({ ...NIGHT, from: "07:00", to: "23:00" }, [at(8)]);
  expect(day).toContain("quiet from 07:00 to 23:00; 1 of the last 1 starts falls within");
  expect(day).toContain(">16 h<");
  expect(day).toContain("A74 74 0 1 1");
  expect(drawn(NIGHT, [])).toContain('07:00"');
});

test("without quiet hours it draws the starts alone", () => {
  const text = drawn(null, [at(6)]);
  expect(text).toContain('aria-label="A clock of 24 hours: no quiet hours"');
  expect(text).not.toContain('class="q"');
  // Six o'clock is at the right.
  expect(text).toContain('class="st" cx="162" cy="88"');
});

test("its key counts the starts, and is left out without any", () => {
  const key = (reported: typeof NIGHT | null, starts: number[]) =>
    String(ClockKey({ quiet: reported === null ? null : quietIn(reported), starts }));
  expect(key(NIGHT, [])).toBe("");
  expect(key(null, [at(1)])).toContain("the last start<");
  expect(key(null, [at(1), at(2)])).toContain("the last 2 starts<");
  expect(key(NIGHT, [at(1), at(12)])).toContain("the last 2 starts; 1 in quiet hours");
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { escapedText, icalendar } from "./calendar.ts";

test("no line exceeds 75 octets, and unfolding restores the text", () => {
  let folded = 0;
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300, size: "max" }), (text) => {
      const whole = icalendar({}, [{ SUMMARY: escapedText(text) }]);
      for (const line of whole.split("\r\n")) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
      if (whole.includes("\r\n ")) folded += 1;
      const [, value] = /\r\nSUMMARY:(.*)\r\nEND:VEVENT/s.exec(whole.replaceAll("\r\n ", ""))!;
      expect(value).not.toMatch(/[\r\n]/);
      const read = value!.replaceAll(/\\(.)/g, (_, one: string) => (one === "n" ? "\n" : one));
      expect(read).toBe(text.replaceAll(/\r\n|\r/g, "\n"));
    }),
  );
  expect(folded).toBeGreaterThan(20);
});

test.each(["x", "é", "日", "👍"])("lines of %s are folded at 75 octets, including the leading space", (sign) => {
  const octets = new TextEncoder().encode(sign).length;
  const whole = icalendar({}, [{ SUMMARY: sign.repeat(400) }]);
  const lines = whole.split("\r\n").filter((line) => line.includes(sign));
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines.slice(0, -1)) {
    const length = new TextEncoder().encode(line).length;
    expect([length <= 75, length > 75 - octets]).toEqual([true, true]);
  }
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { escapedText, icalendar } from "./icalendar.ts";

test("whatever a text holds, no line is longer than 75 octets, and the text is there once the lines are joined", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
      const whole = icalendar({}, [{ SUMMARY: escapedText(text) }]);
      for (const line of whole.split("\r\n")) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
      const [, value] = /\r\nSUMMARY:(.*)\r\nEND:VEVENT/s.exec(whole.replaceAll("\r\n ", ""))!;
      expect(value).not.toMatch(/[\r\n]/);
      const read = value!.replaceAll(/\\(.)/g, (_, one: string) => (one === "n" ? "\n" : one));
      expect(read).toBe(text.replaceAll(/\r\n|\r/g, "\n"));
    }),
  );
});

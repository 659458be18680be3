import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../test/support/runs.ts";
import { decodedText } from "./decoded-text.ts";

const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));

const utf16 = (text: string, big: boolean): Uint8Array => {
  const bytes = Buffer.from(text, "utf16le");
  return new Uint8Array(big ? bytes.swap16() : bytes);
};

const marked = (bytes: Uint8Array, ...mark: number[]): Uint8Array => new Uint8Array([...mark, ...bytes]);

const CSV = "kind,name,userId\r\nlive,Müller,7031\r\nlive,José O’Neil – Ana,7032\r\n";
const PLAIN = CSV.replace("’", "'").replace("–", "-");
const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.replaceAll(" ", ""), "hex"));

test.each<[string, Uint8Array, string | null]>([
  ["UTF-8", new TextEncoder().encode(CSV), null],
  ["UTF-8 with a mark", marked(new TextEncoder().encode(CSV), 0xef, 0xbb, 0xbf), null],
  ["UTF-16, little-endian", marked(utf16(CSV, false), 0xff, 0xfe), null],
  ["UTF-16, big-endian", marked(utf16(CSV, true), 0xfe, 0xff), null],
  ["UTF-16 without a mark", utf16(CSV, false), null],
  ["UTF-16 without a mark, big-endian", utf16(CSV, true), null],
  ["a mark that contradicts the charset", marked(utf16(CSV, false), 0xff, 0xfe), "utf-8"],
  ["UTF-16 as said", utf16(CSV, true), "utf-16be"],
])("%s is read", (_name, bytes, charset) => {
  expect(decodedText(bytes, charset)).toEqual({ ok: true, value: CSV });
});

test("Latin-1 is decoded with and without a declared charset, and so is the punctuation of windows-1252", () => {
  for (const charset of [null, "iso-8859-1", "ISO-8859-1", "latin1", "windows-1252"])
    expect(decodedText(latin1(PLAIN), charset)).toEqual({ ok: true, value: PLAIN });
  const signs = marked(hex("0a 4f 92 4e 65 69 6c 20 96 20 35 80"), ...latin1("name\nZoë"));
  expect(decodedText(signs, null)).toEqual({ ok: true, value: "name\nZoë\nO’Neil – 5€" });
});

test.each<[string, string]>([
  ["Cyrillic (windows-1251)", "cc e0 f0 e8 ff"],
  ["Polish (windows-1250), with a letter that is punctuation here", "50 61 77 65 b3"],
  ["Japanese (Shift_JIS)", "83 7d 83 8a 83 41"],
  ["Chinese (GBK)", "c0 ee d0 a1 c1 fa"],
  ["truncated UTF-8", "4d c3 bc 6c 6c 65 72 e2 82"],
])("%s is rejected with advice", (_name, bytes) => {
  const read = decodedText(marked(hex(bytes), ...latin1("name\n")), null);
  expect(read).toEqual({ ok: false, error: expect.stringMatching(/^The text is not valid UTF-8\. Save the file/) });
});

test("text that is invalid in the declared charset is rejected, and so is an unknown charset", () => {
  expect(decodedText(latin1(PLAIN), "utf-8")).toMatchObject({ error: expect.stringContaining("not valid UTF-8") });
  expect(decodedText(latin1(PLAIN), "klingon")).toMatchObject({
    error: expect.stringContaining("klingon is unknown"),
  });
});

test("decoding never produces a replacement character", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const read = decodedText(bytes, null);
      // An existing replacement character takes three bytes.
      const reported = Buffer.from(bytes).includes("\uFFFD");
      expect(read.ok && !reported && read.value.includes("\uFFFD")).toBe(false);
    }),
    { numRuns: runs(5000) },
  );
});

test("UTF-8 text is unchanged", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 100 }), (text) => {
      fc.pre(!text.includes("\0") && !text.startsWith("\uFEFF"));
      expect(decodedText(new TextEncoder().encode(text), null)).toEqual({ ok: true, value: text });
    }),
    { numRuns: runs(3000) },
  );
});

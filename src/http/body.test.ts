import { expect, test } from "vitest";
import { readCapped } from "../core/read-capped.ts";
import { excessOf, parse } from "./body.ts";

const MIB = 1024 * 1024;

test("a long text is only parsed if it has a plausible number of values and levels", () => {
  expect(parse(JSON.stringify({ a: "x".repeat(2 * MIB) }))).toMatchObject({ a: expect.any(String) });
  expect(() => parse("[".repeat(2 * MIB))).toThrow("The body is nested too deeply.");
  expect(() => parse(`[${"1,".repeat(MIB)}1]`)).toThrow("The body has too many values.");
  expect(() => parse("nothing")).toThrow("The body is not JSON.");
});

test.each([
  ["[[1]]", 2, false],
  ["[[1]]", 1, true],
  ['{"a":{"b":[]}}', 2, true],
  [`[${"[],".repeat(1000)}[]]`, 2, false],
  ['["[[[[", "\\"[[[", "{"]', 1, false],
  ['["\\\\", [[]]]', 2, true],
  ['"[[[', 1, false],
])("%j is deeper than %i: %s", (text, max, deeper) => {
  expect(excessOf(text, { deepest: max, mostValues: 5000 })).toBe(deeper ? "depth" : null);
});

test("values are counted, text inside strings is not", () => {
  const of = (text: string) => excessOf(text, { deepest: 10, mostValues: 5 });
  expect([of("[1,2,3,4,5]"), of("[1,2,3,4,5,6]"), of('["a,b,c,d,e,f"]'), of("[{},{},{}]")]).toEqual([
    null,
    "values",
    null,
    "values",
  ]);
});

/** A body in pieces, with arbitrary headers. */
const source = (pieces: (string | Uint8Array<ArrayBuffer>)[], headers: Record<string, string> = {}) => {
  const body = new ReadableStream({
    type: "bytes",
    start(controller) {
      for (const piece of pieces)
        controller.enqueue(typeof piece === "string" ? new TextEncoder().encode(piece) : piece);
      controller.close();
      controller.byobRequest?.respond(0);
    },
  });
  return new Response(body, { headers });
};

test("a body is read whatever its headers say", async () => {
  for (const headers of [{}, { "content-length": "4" }, { "content-length": "x" }, { "content-encoding": "br" }])
    expect(await readCapped(source(["ab", "cd"], headers), 4)).toBe("abcd");
});

test("a body that is too long is not read to its end, even if its header says that it is short", async () => {
  for (const headers of [{}, { "content-length": "4" }, { "content-length": "2", "content-encoding": "gzip" }])
    expect(await readCapped(source(["ab", "cd"], headers), 3)).toBeNull();
});

test("a body longer than a piece is joined, including characters across pieces, repeatedly", async () => {
  for (const length of [16_383, 16_384, 16_385, 40_000]) {
    const text = `${"x".repeat(length - 1)}ü${"€".repeat(9000)}`;
    const { length: bytes } = new TextEncoder().encode(text);
    for (let turn = 0; turn < 3; turn++) expect(await readCapped(new Response(text), bytes)).toBe(text);
    expect(await readCapped(new Response(text), bytes - 1)).toBeNull();
    expect(await readCapped(new Response(text), 10, bytes)).toBeNull();
  }
});

test("concurrent reads do not mix", async () => {
  const texts = Array.from({ length: 40 }, (_, n) => `${n}:`.repeat(n % 7 === 0 ? 9000 : 3));
  expect(await Promise.all(texts.map((text) => readCapped(new Response(text), 1e6)))).toEqual(texts);
});

test("missing and empty bodies are empty; a truncated character is replaced and does not leak into the next body", async () => {
  expect(await readCapped(new Response(null), 4)).toBe("");
  expect(await readCapped(new Response(""), 4)).toBe("");
  expect(await readCapped(source([new Uint8Array([0x61, 0xc3])]), 4)).toBe("a\uFFFD");
  expect(await readCapped(new Response("b"), 4)).toBe("b");
});

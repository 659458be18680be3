import { expect, test } from "vitest";
import { readCapped } from "./read-capped.ts";

/** A body that comes in pieces, under a head that may say anything. */
const source = (pieces: string[], headers: Record<string, string>) => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  return new Response(body, { headers });
};

test("a body is read whatever its head says", async () => {
  for (const headers of [{}, { "content-length": "4" }, { "content-length": "x" }, { "content-encoding": "br" }])
    expect(await readCapped(source(["ab", "cd"], headers), 4)).toBe("abcd");
});

test("one that is too long is not read to its end, nor one that is encoded because its head says that it is short", async () => {
  expect(await readCapped(source(["ab", "cd"], {}), 3)).toBeNull();
  expect(await readCapped(source(["ab", "cd"], { "content-length": "4" }), 3)).toBeNull();
  expect(await readCapped(source(["ab", "cd"], { "content-length": "2", "content-encoding": "gzip" }), 3)).toBeNull();
});

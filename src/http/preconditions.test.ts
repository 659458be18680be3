import { expect, test } from "vitest";
import { unlessKnown } from "./preconditions.ts";

test.each([
  ["", 200],
  ['"other"', 200],
  ['"tag"', 304],
  ['W/"tag"', 304],
  ['"other", W/"tag"', 304],
  ["*", 304],
])("who says %s gets %i", async (provided, status) => {
  let created = 0;
  const request = new Request("https://tally.example/", {
    headers: provided === "" ? {} : { "if-none-match": provided },
  });
  const answer = await unlessKnown(request, '"tag"', {}, async () => {
    created += 1;
    return "body";
  });
  expect([answer.status, answer.headers.get("etag"), created]).toEqual([status, '"tag"', status === 200 ? 1 : 0]);
});

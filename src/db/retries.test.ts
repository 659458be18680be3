import { expect, test } from "vitest";
import { withRetries } from "./retries.ts";

const USED_UP = "D1_ERROR: You have exceeded D1's free tier daily row read limit";

async function triesOf(message: string): Promise<number> {
  let tries = 0;
  const work = () => {
    tries += 1;
    return Promise.reject(new Error(message));
  };
  await expect(withRetries(work)).rejects.toThrow(message);
  return tries;
}

test("a lost connection is tried three times, an exhausted quota is not", async () => {
  expect(await triesOf("Network connection lost.")).toBe(3);
  expect(await triesOf(USED_UP)).toBe(1);
});

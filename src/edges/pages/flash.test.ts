import { expect, test } from "vitest";
import { UNDO_UNTIL } from "./forms/fields.ts";
import { flashed, flashOf, type Flash } from "./flash.ts";

const NOW = 1_800_000_000_000;

/** As long as what is sealed, and as plain. */
const keep = {
  seal: async (value: unknown) => btoa(JSON.stringify(value)),
  open: async (sealed: string) => JSON.parse(atob(sealed)),
  wallNow: () => NOW,
} as never;

async function carried(flash: Flash): Promise<Flash | null> {
  const cookie = await flashed(flash, { frame: { keep } });
  expect(cookie.length).toBeLessThan(4096);
  return flashOf(new Request("https://tally.example/", { headers: { cookie: cookie.split(";")[0]! } }), { keep });
}

test("what takes a change back is good for ten minutes", async () => {
  const undo = { action: "/creators/resume", fields: { ids: "tgt_1:3" } };
  expect(await carried({ text: "Maria paused", undo })).toEqual({
    text: "Maria paused",
    undo: { ...undo, fields: { ids: "tgt_1:3", [UNDO_UNTIL]: String(NOW + 600_000) } },
  });
});

test("what no browser would keep goes without its Undo, and is said still", async () => {
  const undo = { action: "/creators/move", fields: { back: "t".repeat(4000) } };
  expect(await carried({ text: "50 creators moved", undo })).toEqual({ text: "50 creators moved" });
});

import { expect, test } from "vitest";
import { UNDO_UNTIL } from "./forms/fields.ts";
import { flashed, flashOf, type Flash } from "./flash.ts";

const NOW = 1_800_000_000_000;

/** A stand-in for the sealed store: output as long as the real seal's, in plain Base64. */
const keep = {
  seal: async (value: unknown) => btoa(JSON.stringify(value)),
  open: async (sealed: string) => JSON.parse(atob(sealed)),
  wallNow: () => NOW,
} as never;

async function carried(flash: Flash): Promise<Flash | null> {
  const cookie = await flashed(flash, { ports: { keep } });
  expect(cookie.length).toBeLessThan(4096);
  return flashOf(new Request("https://tally.example/", { headers: { cookie: cookie.split(";")[0]! } }), { keep });
}

test("an Undo is valid for ten minutes", async () => {
  const undo = { action: "/creators/resume", fields: { ids: "tgt_1:3" } };
  expect(await carried({ text: "Maria paused", undo })).toEqual({
    text: "Maria paused",
    undo: { ...undo, fields: { ids: "tgt_1:3", [UNDO_UNTIL]: String(NOW + 600_000) } },
  });
});

test("a flash too long for a cookie keeps its text and loses its Undo", async () => {
  const undo = { action: "/creators/move", fields: { back: "t".repeat(4000) } };
  expect(await carried({ text: "50 creators moved", undo })).toEqual({ text: "50 creators moved" });
});

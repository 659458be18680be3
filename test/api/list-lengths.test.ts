import { afterAll, beforeAll, expect, test } from "vitest";
import { runConfigApi, type ConfigApi } from "../support/config-api.ts";

let api: ConfigApi;
beforeAll(async () => {
  api = await runConfigApi();
});
afterAll(() => api.stop());

const MIB = 1024 * 1024;
const COUNT = 20;

/** All pages of a list: their lengths in characters, and the ids of what they list. */
async function pagesOf(path: string) {
  const [lengths, ids]: [number[], string[]] = [[], []];
  let cursor = "";
  do {
    const text = await (await api.fetch(`${path}?limit=100${cursor}`)).text();
    const { items, nextCursor } = JSON.parse(text) as { items: { id: string }[]; nextCursor: string | null };
    lengths.push(text.length);
    ids.push(...items.map(({ id }) => id));
    cursor = nextCursor === null ? "" : `&cursor=${nextCursor}`;
  } while (cursor !== "");
  return { lengths, ids };
}

const named = (prefix: string) => Array.from({ length: COUNT }, (_, n) => `${prefix}_${COUNT - n}`);

test("deliveries that tell of thousands come in pages of a megabyte, each once", async () => {
  const items = JSON.stringify(
    Array.from({ length: 2000 }, (_, n) => ({ event: `evt_${String(n).padStart(26, "0")}`, mentions: [] })),
  );
  await api.db
    .prepare(
      `INSERT INTO deliveries (id, channel_id, status, items, made_at, open_until, sent_at)
       SELECT 'dlv_' || value, 'ch_1', 'sent', ?1, 1, 1, 1 FROM json_each(?2)`,
    )
    .bind(items, JSON.stringify(Array.from({ length: COUNT }, (_, n) => n + 1)))
    .run();
  const { lengths, ids } = await pagesOf("/v1/deliveries");
  expect(ids).toEqual(named("dlv"));
  expect(lengths.length).toBeGreaterThan(2);
  expect(Math.max(...lengths)).toBeLessThan(1.2 * MIB);
});

test("events with much to say come in pages of a megabyte, each once; one alone may be longer", async () => {
  const data = (chars: number) => JSON.stringify({ fields: { text: "x".repeat(chars) } });
  const add = (from: number, to: number, text: string) =>
    api.db
      .prepare(
        `INSERT INTO events (seq, id, type, occurred_at, detected_at, window_to, data, commit_id)
         SELECT value, 'evt_' || value, 'item.changed', 0, 0, 0, ?1, 'c' FROM json_each(?2)`,
      )
      .bind(text, JSON.stringify(Array.from({ length: to - from }, (_, n) => from + n)))
      .run();
  await add(1, COUNT, data(150_000));
  await add(COUNT, COUNT + 1, data(1_500_000));
  const { lengths, ids } = await pagesOf("/v1/events");
  expect(ids).toEqual(named("evt"));
  expect(lengths.slice(1).every((length) => length < 1.2 * MIB)).toBe(true);
  expect(lengths.length).toBeGreaterThan(3);
});

import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { weekReport } from "../../../test/support/emails.ts";
import type { JsonObject } from "../../core/json.ts";
import { API_BASES } from "../bases.ts";
import { webhook } from "./kind.ts";

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const settings = { url: "https://hooks.example.com/in", secret };
const writtenAt = Date.UTC(2026, 10, 16, 8);
const facts = {
  digestId: "dgt_1",
  name: "Weekly",
  period: { from: "2026-11-09T08:00:00.000Z", to: "2026-11-16T08:00:00.000Z" },
};
const sent = (data: JsonObject, at: number, plain = false) =>
  webhook.report({ settings, deliveryId: "dlv_1", report: weekReport, data, writtenAt, at, plain, bases: API_BASES });

test("a digest is sent as data, signed like an event", () => {
  const { method, url, headers, body } = sent(facts, Date.now());
  expect([method, url, headers["webhook-id"]]).toEqual(["POST", settings.url, "dlv_1"]);
  expect(new Webhook(secret).verify(body, headers)).toEqual({
    type: "digest",
    timestamp: "2026-11-16T08:00:00.000Z",
    data: facts,
  });
  expect(sent(facts, 0, true).body).toBe(body);
});

test.each<[string, JsonObject, JsonObject]>([
  ["many rows", { rows: Array.from({ length: 2000 }, (_, place) => ({ name: "Maria", place })) }, facts],
  ["one long text", { note: "é👍\n".repeat(20_000) }, facts],
  [
    "more than can be cut",
    { deep: Array.from({ length: 60 }, () => Array.from({ length: 60 }, () => Array(60).fill("x".repeat(60)))) },
    facts,
  ],
])("stays below 20 kB with %s, and says that something is missing", (_, more, stored) => {
  const { body } = sent({ ...facts, ...more }, 0);
  expect(new TextEncoder().encode(body).length).toBeLessThan(20_000);
  expect(body.isWellFormed()).toBe(true);
  expect(JSON.parse(body)).toMatchObject({ type: "digest", data: { ...stored, truncated: true } });
});

test("a month with too many rows keeps the first rows of each section, its numbers, period and address", () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, place) => ({ name: `Creator ${place} ${"x".repeat(80)}`, place }));
  const sections = {
    lives: { count: 900, rows: rows(400) },
    hashtags: { added: 5, fastest: rows(300), fresh: rows(3) },
  };
  const { body } = sent({ ...facts, url: "https://tally.example/digests/dgt_1", sections }, 0);
  expect(new TextEncoder().encode(body).length).toBeLessThan(20_000);
  const { data } = JSON.parse(body);
  expect(data).toMatchObject({ ...facts, url: "https://tally.example/digests/dgt_1", truncated: true });
  expect([data.sections.lives.count, data.sections.hashtags.added]).toEqual([900, 5]);
  expect([data.sections.lives.rows.length, data.sections.hashtags.fastest.length]).toEqual([50, 50]);
  expect(data.sections.lives.rows[7]).toEqual(sections.lives.rows[7]);
  expect(data.sections.hashtags.fresh).toEqual(sections.hashtags.fresh);
});

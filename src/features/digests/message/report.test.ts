import { expect, test } from "vitest";
import { NO_AIRTIME, ROOM } from "../../../../test/support/no-airtime.ts";
import { gather } from "../edition/gather.ts";
import type { StoredHistory } from "../edition/read-history.ts";
import { dataOf, headlineOf, reportOf, restUrlOf } from "./report.ts";

const DAY = 86_400_000;
const TO = Date.UTC(2026, 0, 12, 9);
const FRAME = { from: TO - 7 * DAY, to: TO };
const FACTS = { name: "Week", watchlistId: null, timezone: "UTC", sections: ["lives", "products"] };

const never = (n: number): StoredHistory => ({
  target: { id: `tgt_${n}`, name: `user ${n}`, params: {}, createdAt: 0 },
  state: null,
  gaps: [],
  events: [],
  series: {},
});

const OFF = { verdict: "off", since: 0, knownAt: null, room: null, session: null, flip: null, baseline: false };

/** A digest about creators without data on products. */
async function notified(creators: StoredHistory[]) {
  const items = creators.map((one) => ({
    ...one,
    viewers: [],
    owner: { id: one.target.id, watchlistId: "wl_1", timezone: null },
    removedAt: null,
  }));
  const airtime = { ...NO_AIRTIME, pastMonths: async () => ({ items, next: null }) };
  const deps = { ...ROOM, pasts: async () => [], retentionMs: Infinity, airtime };
  const content = await gather(FACTS, FRAME, FRAME.to, deps);
  return reportOf({ digest: FACTS, ...FRAME, content }, {}, "en");
}

test("without any successful poll it claims nothing, not even a quiet period", async () => {
  const { headline, quiet, sections } = await notified([never(1), never(2)]);
  expect({ headline, sections }).toEqual({ headline: null, sections: [] });
  expect(quiet).toMatch(/^Live streams: /);
});

test("with successful polls and no events it reports a quiet period", async () => {
  const { headline, sections } = await notified([{ ...never(1), state: OFF as never }, never(2)]);
  expect(headline).toEqual(expect.any(String));
  expect(sections).toEqual([]);
});

test("the period names times that were passed over, if there are any", async () => {
  const { period } = await notified([never(1)]);
  expect(period).toMatch(/^Mon, 5 Jan 2026, 09:00 – Mon, 12 Jan 2026, 09:00 \(UTC\)$/);
  const late = { digest: { ...FACTS, passedOver: 3 }, ...FRAME, content: {} };
  expect(reportOf(late, {}, "en").period).toBe(`${period} · 3 earlier digests were skipped`);
});

test("sections without targets are omitted, unless there are no others", async () => {
  expect((await notified([{ ...never(1), state: OFF as never }])).quiet).not.toContain("product");
  expect((await notified([])).quiet).toContain("product");
});

test("webhooks receive the number of skipped times", () => {
  const data = (more: object) => dataOf("dig_1", { digest: { ...FACTS, ...more }, ...FRAME, content: {} }, null, null);
  expect([data({})["passedOver"], data({ passedOver: 3 })["passedOver"]]).toEqual([0, 3]);
});

const fact = (text: string, strength: number, figure: string | null = null) => ({ text, strength, figure });

test("the strongest fact comes first, followed by the second if it is strong enough", () => {
  const cats = fact("#dailycats grew nine times", 3.2, "Fastest");
  const maria = fact("Maria was on air twice as long as the week before", 1);
  expect(headlineOf([maria, null, cats, fact("3 new products are offered", 0.15)], "week", "en")).toEqual({
    text: "#dailycats grew nine times; Maria was on air twice as long as the week before.",
    figures: ["Fastest"],
  });
  expect(headlineOf([fact("Cup sold best, 4 a day", 0.2), cats], "week", "en").text).toBe(
    "#dailycats grew nine times.",
  );
});

test("a quiet period is named as such", () => {
  expect(headlineOf([null, fact("x", 0.01)], "day", "en").text).toBe("A quiet day: nothing stood out.");
});

test("the message about a month names it", () => {
  const month = { from: Date.UTC(2026, 8, 30, 22), to: Date.UTC(2026, 9, 31, 23) };
  const facts = { ...FACTS, name: "Reports", listName: "Brightwave", timezone: "Europe/Berlin" };
  const titleOf = (more: object, language: "en" | "de") =>
    reportOf({ digest: { ...facts, ...more }, ...month, content: {} }, {}, language).title;
  expect(titleOf({ period: "lastMonth" }, "en")).toBe("Reports: Brightwave · October 2026");
  expect(titleOf({ period: "thisMonth" }, "de")).toBe("Reports: Brightwave · Oktober 2026");
  expect(titleOf({ period: "P7D" }, "en")).toBe("Reports: Brightwave");
});

test("the whole report leads on, without a link to the settings of its digest", () => {
  const written = { digest: { ...FACTS, sections: ["airtime"] }, ...FRAME, content: { airtime: {} } as never };
  expect(restUrlOf("dig_1", written, "https://tally.example")).toBeNull();
});

test("a report that was sent once leads programs to itself, and not to a digest that is gone", () => {
  const digest = { ...FACTS, watchlistId: "wl_1", sections: ["airtime"], once: true as const };
  const { url } = dataOf("dig_1", { digest, ...FRAME, content: {} }, null, null);
  expect(url).toMatch(/^\/reports\?list=wl_1&period=/);
});

test("the rest of a digest is the comparison over its days, or its own page where nothing is compared", () => {
  const digest = { ...FACTS, timezone: "Europe/Berlin", sections: ["lives", "products"] };
  const url = "https://tally.example";
  const written = { digest, ...FRAME, content: { lives: {}, products: {} } as never };
  expect(restUrlOf("dig_1", written, url)).toBe(
    "https://tally.example/trends?what=products.sold&from=2026-01-05&to=2026-01-12",
  );
  expect(restUrlOf("dig_1", { ...written, content: { lives: {} } as never }, url)).toBe(
    "https://tally.example/digests/dig_1",
  );
  expect(restUrlOf("dig_1", written, null)).toBeNull();
});

import { expect, test } from "vitest";
import { gather, type StoredHistory } from "./gather.ts";
import { dataOf, reportOf } from "./report.ts";

const DAY = 86_400_000;
const TO = Date.UTC(2026, 0, 12, 9);
const FRAME = { from: TO - 7 * DAY, to: TO };
const FACTS = { name: "Week", watchlistId: null, timezone: "UTC", sections: ["lives", "products"] };

const never = (n: number): StoredHistory => ({
  target: { id: `tgt_${n}`, name: `user ${n}`, params: {}, createdAt: 0 },
  state: null,
  unknownSince: null,
  events: [],
  series: {},
});

const OFF = { verdict: "off", since: 0, knownAt: null, room: null, session: null, flip: null, baseline: false };

/** What a digest says of creators, and of no products. */
async function told(creators: StoredHistory[]) {
  const pasts = async ({ kind }: { kind: string }, after: string | null) =>
    kind === "live" && after === null ? creators : [];
  return reportOf({ digest: FACTS, ...FRAME, content: await gather(FACTS, FRAME, { pasts }) }, {}, "en");
}

test("where nobody could be read it claims nothing, not even that it was quiet", async () => {
  const { headline, quiet, sections } = await told([never(1), never(2)]);
  expect({ headline, sections }).toEqual({ headline: null, sections: [] });
  expect(quiet).toMatch(/^Live streams: /);
});

test("where somebody was read and nothing happened it says so", async () => {
  const { headline, sections } = await told([{ ...never(1), state: OFF as never }, never(2)]);
  expect(headline).toEqual(expect.any(String));
  expect(sections).toEqual([]);
});

test("what is not watched at all goes without saying, unless that is all of the digest", async () => {
  expect((await told([{ ...never(1), state: OFF as never }])).quiet).not.toContain("product");
  expect((await told([])).quiet).toContain("product");
});

test("programs are told how many were passed over", () => {
  const data = (more: object) => dataOf("dig_1", { digest: { ...FACTS, ...more }, ...FRAME, content: {} }, null, null);
  expect([data({})["passedOver"], data({ passedOver: 3 })["passedOver"]]).toEqual([0, 3]);
});

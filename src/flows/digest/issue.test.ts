import { expect, test } from "vitest";
import type { Digest } from "../../resources/digests/digest.ts";
import { issueDue, type Issue } from "./issue.ts";

const HOUR = 3_600_000;
const NINE = Date.UTC(2026, 0, 5, 9);

const digest = {
  id: "dig_1",
  name: "Each morning",
  channelId: "ch_1",
  watchlistId: null,
  schedule: "0 9 * * *",
  timezone: "UTC",
  period: null,
  sections: ["lives"],
  enabled: true,
  language: "fr",
  nextAt: NINE,
  createdAt: 0,
} as unknown as Digest;

/** A tick at `now` where these orders are taken. */
async function issued(now: number, unwritten: string[], takes: (edition: string) => boolean) {
  const issues: Issue[] = [];
  const ordered: string[] = [];
  const refused = await issueDue(now, {
    dueDigests: async () => ({ digests: [digest], unwritten }),
    issue: async (all) => void issues.push(...all),
    order: async (edition) => {
      ordered.push(edition);
      return takes(edition);
    },
  });
  return { issues, ordered, refused };
}

test("an order that the queue refused is answered, and what was lost on the way is ordered again", async () => {
  const now = NINE + 1000;
  const fresh = `dig_1/${NINE}`;
  const all = await issued(now, ["dig_0/1"], () => true);
  expect([all.ordered, all.refused]).toEqual([["dig_0/1", fresh], []]);
  const none = await issued(now, ["dig_0/1"], () => false);
  expect(none.refused).toEqual(["dig_0/1", fresh].map((edition) => ({ edition, at: now })));
  const some = await issued(now, ["dig_0/1"], (edition) => edition !== fresh);
  expect(some.refused).toEqual([{ edition: fresh, at: now }]);
});

test("after a gap there is one edition, of the latest time, in the digest's own language; the next is the one after that", async () => {
  const { issues } = await issued(NINE + 3 * 24 * HOUR + HOUR, [], () => true);
  const latest = NINE + 3 * 24 * HOUR;
  expect(issues).toMatchObject([
    { was: NINE, next: latest + 24 * HOUR, editions: [{ id: `dig_1/${latest}`, to: latest }] },
  ]);
  expect(issues[0]!.digest).toMatchObject({ passedOver: 3, language: "fr" });
});

test("a tick at the very minute of a time brings the edition of that time", async () => {
  const next = NINE + 24 * HOUR;
  const { issues } = await issued(next, [], () => true);
  expect(issues).toMatchObject([{ next: next + 24 * HOUR, editions: [{ id: `dig_1/${next}`, to: next }] }]);
});

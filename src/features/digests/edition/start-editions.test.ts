import { expect, test } from "vitest";
import type { Digest } from "../resource/digest.ts";
import type { DigestList } from "../message/digest.ts";
import { issueDue, type Issue } from "./start-editions.ts";

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
  perWatchlist: false,
  language: "fr",
  nextAt: NINE,
  createdAt: 0,
} as unknown as Digest;

/** A tick at `now` in which the queue accepts these orders. */
async function issued(
  now: number,
  unwritten: string[],
  takes: (edition: string) => boolean,
  digests: Digest[] = [digest],
  lists: DigestList[] = [],
) {
  const issues: Issue[] = [];
  const ordered: string[] = [];
  const refused = await issueDue(now, {
    dueDigests: async () => ({ digests, unwritten }),
    digestLists: async () => lists,
    issue: async (all) => void issues.push(...all),
    order: async (edition) => {
      ordered.push(edition);
      return takes(edition);
    },
  });
  return { issues, ordered, refused };
}

test("refused orders are returned, and lost ones are ordered again", async () => {
  const now = NINE + 1000;
  const fresh = `dig_1/${NINE}`;
  const all = await issued(now, ["dig_0/1"], () => true);
  expect([all.ordered, all.refused]).toEqual([["dig_0/1", fresh], []]);
  const none = await issued(now, ["dig_0/1"], () => false);
  expect(none.refused).toEqual(["dig_0/1", fresh].map((edition) => ({ edition, at: now })));
  const some = await issued(now, ["dig_0/1"], (edition) => edition !== fresh);
  expect(some.refused).toEqual([{ edition: fresh, at: now }]);
});

test("after a gap there is one edition for the latest time, in the digest's language; the next is the one after", async () => {
  const { issues } = await issued(NINE + 3 * 24 * HOUR + HOUR, [], () => true);
  const latest = NINE + 3 * 24 * HOUR;
  expect(issues).toMatchObject([
    { was: NINE, next: latest + 24 * HOUR, editions: [{ id: `dig_1/${latest}`, to: latest }] },
  ]);
  expect(issues[0]!.editions[0]!.digest).toMatchObject({ passedOver: 3, language: "fr" });
});

test("a tick in the very minute of a scheduled time starts its edition", async () => {
  const next = NINE + 24 * HOUR;
  const { issues } = await issued(next, [], () => true);
  expect(issues).toMatchObject([{ next: next + 24 * HOUR, editions: [{ id: `dig_1/${next}`, to: next }] }]);
});

const month = { ...digest, id: "dig_2", period: "lastMonth", schedule: "0 6 1 * *", timezone: "Europe/Berlin" };
const perList = { ...month, perWatchlist: true, nextAt: Date.UTC(2027, 3, 1, 4) } as unknown as Digest;

const list = (id: string, timezone: string | null): DigestList => ({
  id,
  name: `List ${id}`,
  timezone,
  kinds: ["live"],
});

test("each list gets an edition of its own about the same month, by its own clock, with ids that never change", async () => {
  const lists = [list("wl_1", null), list("wl_2", "Asia/Tokyo"), list("wl_3", "America/Los_Angeles")];
  const { issues, ordered } = await issued(perList.nextAt! + 5 * HOUR, [], () => true, [perList], lists);
  const [{ editions }] = issues as [Issue];
  expect(ordered).toEqual(lists.map(({ id }) => `dig_2/${perList.nextAt}/${id}`));
  expect(editions.map(({ digest: { watchlistId, listName, timezone } }) => [watchlistId, listName, timezone])).toEqual([
    ["wl_1", "List wl_1", "Europe/Berlin"],
    ["wl_2", "List wl_2", "Asia/Tokyo"],
    ["wl_3", "List wl_3", "America/Los_Angeles"],
  ]);
  const spans = editions.map(({ from, to }) => [from, to].map((at) => new Date(at).toISOString()));
  expect(spans).toEqual([
    ["2027-02-28T23:00:00.000Z", "2027-03-31T22:00:00.000Z"],
    ["2027-02-28T15:00:00.000Z", "2027-03-31T15:00:00.000Z"],
    // In Los Angeles it is still March when the digest is due.
    ["2027-03-01T08:00:00.000Z", "2027-04-01T04:00:00.000Z"],
  ]);
  const again = await issued(perList.nextAt! + 6 * HOUR, [], () => true, [perList], lists);
  expect(again.issues[0]!.editions.map(({ deliveryId }) => deliveryId)).toEqual(
    editions.map(({ deliveryId }) => deliveryId),
  );
  expect(new Set(editions.map(({ deliveryId }) => deliveryId)).size).toBe(3);
});

test("a tick orders at most twenty editions; later ticks find the others unwritten", async () => {
  const lists = Array.from({ length: 30 }, (_, index) => list(`wl_${index}`, null));
  const { issues, ordered } = await issued(perList.nextAt!, [], () => true, [perList], lists);
  expect([issues[0]!.editions.length, ordered.length]).toEqual([30, 20]);
});

test("without any list with targets there is nothing to send, and the digest moves on", async () => {
  const { issues } = await issued(perList.nextAt!, [], () => true, [perList], []);
  expect(issues).toMatchObject([{ was: perList.nextAt, next: Date.UTC(2027, 4, 1, 4), editions: [] }]);
});

import { expect, test } from "vitest";
import { NO_AIRTIME, ROOM } from "../../../../test/support/no-airtime.ts";
import type { Edition } from "../message/digest.ts";
import { writeEdition } from "./write.ts";

const DAY = 86_400_000;
const TO = Date.UTC(2026, 0, 12, 9);

const edition: Edition = {
  id: "dig_1/1",
  digestId: "dig_1",
  digest: { name: "Week", watchlistId: null, timezone: "UTC", sections: ["lives"] },
  from: TO - 7 * DAY,
  to: TO,
  madeAt: TO,
  content: null,
  pictureKey: null,
};

async function written(claimed: Edition | null) {
  const kept: unknown[] = [];
  const wrote = await writeEdition("dig_1/1", TO, {
    claim: async () => claimed,
    keep: async (...all) => void kept.push(...all),
    pasts: async () => [],
    ...ROOM,
    retentionMs: Infinity,
    airtime: NO_AIRTIME,
    newKey: () => "key",
    wallNow: () => TO + 5,
  });
  return { wrote, kept };
}

test("an edition is written once, and its pictures can be fetched for thirty days", async () => {
  const { wrote, kept } = await written(edition);
  const pictures = { key: "key", until: TO + 5 + 30 * DAY };
  expect([wrote, kept]).toEqual([true, ["dig_1/1", { lives: expect.any(Object) }, pictures]]);
  expect(await written(null)).toEqual({ wrote: false, kept: [] });
});

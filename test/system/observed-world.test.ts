import { expect, test } from "vitest";
import { dice } from "../support/mutations.ts";
import { ObservedModel } from "../support/observed-model.ts";
import { observedWorld } from "../support/observed-world.ts";
import { fakeTime } from "../support/platform.ts";

const DAY = 86_400_000;

fakeTime(Date.UTC(2030, 0, 1));

const LONG = Boolean(process.env["LONG"]);

/** Eight weeks with a change of the clock in them; in the short run the days around the first, and around the end of a month. */
const SEASONS = [
  { zone: "Europe/Berlin", first: "2030-02-19", days: 56, short: ["2030-03-27", 7], retentions: [7, 90] },
  { zone: "America/New_York", first: "2030-10-01", days: 56, short: ["2030-10-30", 7], retentions: [36] },
] as const;

for (const { zone, first, days, short, retentions } of LONG ? SEASONS : SEASONS.slice(0, 1))
  for (const retention of LONG ? retentions : retentions.slice(0, 1))
    test(`whatever polls missed, every number is that of the answered polls: ${zone}, ${retention} days stored`, async () => {
      const [begin, length] = LONG ? [first, days] : short;
      const from = Date.parse(`${begin}T00:00Z`);
      const model = new ObservedModel(zone);
      const stepMinutes = LONG ? 5 : 10;
      const world = await observedWorld({ from, zone, retention, stepMinutes, roll: dice(retention), model });
      const met = {
        reports: 0,
        gaps: 0,
        partly: 0,
        unknown: 0,
        removed: 0,
        changes: 0,
        places: 0,
        goals: 0,
        digests: 0,
        compared: 0,
        rises: 0,
      };
      for (let day = 1; day <= length; day++) {
        await world.until(from + day * DAY);
        if (day % (LONG ? 4 : 2) !== 0 && day !== length) continue;
        await world.compareReports(met);
        await world.compareDigests(met);
      }
      await world.compareHistories();
      for (const [what, count] of Object.entries(met)) expect([what, count > 0]).toEqual([what, true]);
    }, 1_800_000);

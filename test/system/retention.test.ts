import { afterEach, expect, test } from "vitest";
import { addCreators } from "../support/creators.ts";
import { allPages, startSystem, subscribeAll, type System } from "../support/system.ts";

const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 5, 12);
let system: System;
afterEach(() => system.stop());

test("events, deliveries and time series older than the retention go, younger ones stay", async () => {
  system = await startSystem({ RETENTION_DAYS: "2" });
  await addCreators(system, ["1"], { settings: { confirmOff: 1, graceSeconds: 0 } });
  const created = await system.api("POST", "/v1/targets", {
    kind: "hashtag",
    name: "knit",
    params: { keyword: "knit", region: "US" },
  });
  await subscribeAll(system, ["webhook"]);
  let views = 1000;
  system.upstream.interfere = ({ path }) => {
    if (!path.endsWith("/search/hashtag")) return null;
    const row = { challenge_info: { cid: "31044218", cha_name: "knit", use_count: 5, view_count: (views += 100) } };
    return {
      body: JSON.stringify({ code: 0, data: { challenge_list: [row], cursor: 1, has_more: 0, status_code: 0 } }),
    };
  };
  let now = START;
  for (let hour = 0; hour < 24 * 6; hour++) {
    if (hour % 2 === 0) system.upstream.live.set("1", "7100");
    else system.upstream.live.delete("1");
    await system.tick((now += HOUR));
  }
  const events = await allPages(system, "/v1/events?type=live.*");
  const oldest = Math.min(...events.map(({ detectedAt }) => Date.parse(detectedAt)));
  expect(now - oldest).toBeGreaterThan(46 * HOUR);
  expect(now - oldest).toBeLessThan(50 * HOUR);
  const deliveries = await allPages(system, "/v1/deliveries");
  expect(deliveries.length).toBeGreaterThan(40);
  expect(deliveries.length).toBeLessThan(60);
  const samples = await allPages(system, `/v1/targets/${created.body.id}/samples`);
  expect(samples[0].values).toMatchObject({ "views:31044218": views });
  const span = Date.parse(samples[0].at) - Date.parse(samples.at(-1).at);
  expect(span).toBeGreaterThan(46 * HOUR);
  expect(span).toBeLessThan(75 * HOUR);
});

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LANGUAGES } from "../../src/core/language.ts";
import { runSqliteApi, type RunningApi } from "../api/running-api.ts";
import { chromiumPath, openBrowser } from "../support/browser.ts";
import { reportWorld, stream } from "../support/report-world.ts";

const NOW = Date.UTC(2030, 3, 3, 12);

let browser: Browser;
let api: RunningApi;

beforeAll(async () => {
  api = await runSqliteApi();
  if (chromiumPath !== undefined) browser = await openBrowser();
});
afterAll(async () => {
  await Promise.all([browser?.close(), api?.stop()]);
});

/** The text of each report in each language: for a client, and the printed one of the API. */
async function reports(): Promise<[name: string, text: string][]> {
  await api.db.prepare("UPDATE ticker SET last_tick_at = ?1 WHERE id = 1").bind(NOW).run();
  const { body: list } = await api.call("POST", "/v1/watchlists", { name: "Brightwave", timezone: "Europe/Berlin" });
  const viewers: [number, number][] = [[Date.parse("2030-03-10T21:30Z"), 12_345]];
  const streams = [stream("2030-03-10T20:00Z", "2030-03-12T23:00Z", { viewers })];
  const { creator } = reportWorld(api);
  for (const name of ["Maria", "A name of many words that has no room in a column"])
    await creator(name, String(7000 + name.length), list.id, streams);
  await api.call("POST", "/v1/goals", { watchlistId: list.id, hours: 40, validDays: 20 });
  const query = `period=2030-03&watchlistId=${list.id}&format=html`;
  const all: [string, string][] = [["printed", await (await api.fetch(`/v1/reports/airtime?${query}`)).text()]];
  for (const language of LANGUAGES) {
    const key = { name: language, watchlistId: list.id, report: true, agency: "Northlight Talent", language };
    const { body } = await api.call("POST", "/v1/feed-keys", key);
    all.push([language, await (await api.fetch(`/feeds/report.html?key=${body.key}`, {}, null)).text()]);
  }
  return all;
}

test.skipIf(chromiumPath === undefined)(
  "a report prints on A4: its numbers, then on one sheet how they are computed and what is signed",
  async () => {
    const page = await (await browser.newContext()).newPage();
    for (const [name, text] of await reports()) {
      await page.setContent(text);
      const file = await page.pdf({ preferCSSPageSize: true });
      const sheets = file.toString("latin1").match(/\/Type\s*\/Page\b/g)!.length;
      expect([name, sheets]).toEqual([name, 2]);
      // As wide as the sheet without its margins: 210 - 28 mm.
      const mm = 96 / 25.4;
      await page.setViewportSize({ width: Math.floor(182 * mm), height: 1000 });
      await page.emulateMedia({ media: "print" });
      const beyond = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
      expect([name, beyond]).toEqual([name, 0]);
      await page.emulateMedia({ media: null });
      await page.setViewportSize({ width: 360, height: 740 });
      const onPhone = await page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      );
      expect([name, "on a phone", onPhone]).toEqual([name, "on a phone", 0]);
    }
  },
);

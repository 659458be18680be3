import type { Browser, BrowserContext, Page } from "playwright-core";
import readXlsxFile from "read-excel-file/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, openBrowser } from "../support/browser.ts";
import { reportWorld } from "../support/report-world.ts";
import { runs } from "../support/runs.ts";
import { TOKEN } from "../support/setting.ts";
import { startSystem, type System } from "../support/system.ts";

const HOUR = 3_600_000;
/** Lists whose month is reported. */
const CLIENTS = runs(12, 4);
const LISTS = ["Amber", "Birch", "Cedar"];

let browser: Browser;
let system: System;
beforeAll(async () => {
  if (chromiumPath === undefined) return;
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const screens = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];
// The short run works on a phone; the long run at a desk too.
const taken = process.env["LONG"] ? screens : screens.slice(0, 1);

describe.skipIf(chromiumPath === undefined).each(taken)("an agency on $width pixels", (viewport) => {
  let context: BrowserContext;
  let page: Page;
  const errors: string[] = [];
  const main = () => page.locator("main");
  const press = (name: string | RegExp) => main().getByRole("button", { name }).first().click();
  const follow = (name: string | RegExp) => main().getByRole("link", { name }).first().click();
  const heading = (name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor();
  const says = (text: string | RegExp) => page.getByText(text).first().waitFor();
  const undo = async (reported: string | RegExp) => {
    await page.locator("#toast").getByRole("button", { name: "Undo" }).click();
    await says(reported);
  };
  const go = async (place: string) => {
    const within = viewport.width < 1024 ? "#bar" : ".rail";
    const one = page.locator(within).getByRole("link", { name: place, exact: true });
    if ((await one.count()) > 0) return one.click();
    await page.locator("#bar").getByRole("link", { name: "More" }).click();
    await follow(new RegExp(`^${place}$`));
  };
  const items = async (path: string) => (await system.api("GET", `/v1/${path}`)).body.items;
  const open = async (): Promise<[BrowserContext, Page]> => {
    const opened = await browser.newContext({ viewport, reducedMotion: "reduce" });
    const first = await opened.newPage();
    first.setDefaultTimeout(15_000);
    first.on("pageerror", ({ message }) => errors.push(message));
    return [opened, first];
  };
  /** Whoever opens an invitation. */
  const guest = async (link: string): Promise<Page> => {
    const [, other] = await open();
    await other.goto(link);
    await other.getByRole("button", { name: "Accept" }).click();
    await other.getByRole("link", { name: "Continue" }).click();
    return other;
  };

  beforeAll(async () => {
    system = await startSystem();
    [context, page] = await open();
    await page.goto(system.base);
    await page.getByLabel("Your token").fill(TOKEN);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.locator("#bar, .rail").first().waitFor();
  });
  afterAll(async () => {
    await context?.close();
    await system?.stop();
  });

  test("the first hour: three lists, a sheet of 120 people, goals, a client and a colleague, each sees what is theirs", async () => {
    for (const name of LISTS) {
      await go("Lists");
      await follow("New list");
      await page.getByLabel("Name", { exact: true }).fill(name);
      await press("Create list");
      await says(`${name} created`);
    }
    await go("Creators");
    const rows = Array.from({ length: 120 }, (_, at) => `Creator ${at + 1}\t${70_000 + at}\t${LISTS[at % 3]}`);
    await page.getByLabel("Who do you want to watch?").fill(["Name\tUser ID\tClient", ...rows].join("\n"));
    await press("Add creators");
    await heading("All 120 rows are ready");
    await press(/^Add 120/);
    await heading("120 creators added");
    for (const name of LISTS) {
      await go("Lists");
      await follow(name);
      await says("40 creators");
      await page.getByText("Set a goal for this list").click();
      await page.getByLabel("Hours live").fill("40");
      await page.getByLabel("Valid days").fill("20");
      await press("Set goal");
      await says("Goal set");
    }
    expect(new Set((await items("goals")).map(({ watchlistId }: { watchlistId: string }) => watchlistId)).size).toBe(3);

    await go("Lists");
    await follow("Amber");
    await follow("Invite");
    await page.getByLabel("Name", { exact: true }).fill("Ada of Amber");
    await press("Create invitation");
    const client = await guest(await page.getByRole("textbox", { name: "Invitation link" }).inputValue());
    await client.getByText("Amber").first().waitFor();
    expect(await client.locator("body").innerText()).not.toMatch(/Birch|Cedar/);
    await client.context().close();
    await page.getByLabel("Name", { exact: true }).fill("Bo, a colleague");
    await page.locator("section[aria-labelledby=invite]").getByLabel("Role").selectOption("Editor");
    await press("Create invitation");
    const colleague = await guest(await page.getByRole("textbox", { name: "Invitation link" }).inputValue());
    await colleague.goto(`${system.base}/lists`);
    for (const name of LISTS) await colleague.getByRole("link", { name }).first().waitFor();
    expect((await colleague.goto(`${system.base}/people`))!.status()).toBe(403);
    await colleague.context().close();

    // A mistake: the wrong role, and the wrong list deleted.
    const bo = page.locator("li", { hasText: "Bo, a colleague" });
    await bo.getByText("Change role…").click();
    await bo.getByLabel("Role").selectOption("Owner");
    await bo.getByRole("button", { name: "Save" }).click();
    await undo(/undone/);
    await go("Lists");
    await follow("Cedar");
    await page.getByText("Delete this list…").click();
    await press("Delete list");
    await undo("Cedar is back");
    await says("40 creators");
    expect(await items("goals")).toHaveLength(3);
  });

  test("month end: a list's report looked at, and each list's sent", async () => {
    const mail = `${system.receiver.url}/slack/services/T1/B1/reports`;
    await system.api("POST", "/v1/channels", { kind: "slack", name: "Clients' reports", settings: { url: mail } });
    const call: System["api"] = (...request) => system.api(...request);
    const { creator } = reportWorld({ call, db: system.db } as never);
    const now = new Date();
    const month = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1);
    for (let at = 0; at < CLIENTS; at++) {
      const { body } = await system.api("POST", "/v1/watchlists", { name: `Client ${at + 1}` });
      const stream = { from: month + at * HOUR, to: month + (at + 3) * HOUR, gap: null, viewers: [] };
      await creator(`Star${at + 1}`, `${80_000 + at}`, body.id, [stream]);
    }
    await go("Reports");
    await follow("Previous month");
    const lastMonth = new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" }).format(month);
    await follow("Send each list’s report");
    await press("Show preview");
    await page.locator("#look").getByLabel("Message for the list").selectOption({ label: "Client 1" });
    await page
      .locator("#look")
      .getByText(/Star1\b/)
      .first()
      .waitFor();
    const before = system.receiver.received.length;
    await press("Send now and every month");
    await says(`Monthly reports: ${CLIENTS + LISTS.length} messages are being sent, one for each list`);
    await system.settled();
    const arrived = system.receiver.received.slice(before).map((one) => JSON.stringify(one));
    for (let at = 1; at <= CLIENTS; at++) {
      const [report, ...more] = arrived.filter((text) => new RegExp(`Client ${at}\\b`).test(text));
      expect(more).toEqual([]);
      expect(report).toMatch(new RegExp(`Star${at}\\b`));
      expect(report).toContain(lastMonth.slice(0, 3));
    }
    // The next month's go by themselves, and the page of reports leads to what sends them.
    const [monthly] = (await items("digests")).filter(({ name }: { name: string }) => name === "Monthly reports");
    expect(new Date(monthly.nextAt).getTime()).toBe(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 9));
    await go("Reports");
    await follow("Previous month");
    await follow("Send each list’s report");
    await heading("Monthly reports");
    await page.locator("section[aria-labelledby=before] li").first().waitFor();
    // One list's, as a file and on paper.
    await go("Reports");
    await follow("Previous month");
    await page.locator(".lsw summary").click();
    await follow(new RegExp(`^\\W*Client ${CLIENTS}$`));
    await heading(new RegExp(`Client ${CLIENTS}: 3 h live in`));
    const [file] = await Promise.all([page.waitForEvent("download"), follow("Excel")]);
    expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
    const sheets = await readXlsxFile(await file.path());
    expect(sheets.map(({ sheet }) => sheet)).toEqual(["Airtime", "Method", "Data"]);
    await file.delete();
    await follow("Print");
    await page.getByText(`Star${CLIENTS}`).first().waitFor();
    await page.goBack();
    // A mistake: a step too far.
    await follow("Previous month");
    await follow("Next month");
    await heading(`Client ${CLIENTS}: 3 h live in`);
  });

  test("an analyst's Monday: a question, its chart, and a digest of it to Slack", async () => {
    const slack = {
      kind: "slack",
      name: "Numbers",
      settings: { url: `${system.receiver.url}/slack/services/T1/B1/x` },
    };
    await system.api("POST", "/v1/channels", slack);
    const { body } = await system.api("POST", "/v1/targets", {
      kind: "hashtag",
      name: "pets",
      params: { keyword: "pets", region: "US" },
    });
    await system.tick(Date.now());
    const { results } = (await system.api("GET", `/v1/targets/${body.id}`)).body.snapshot;
    const [one, other] = results as { cid: string; name: string }[];
    const today = Math.floor(Date.now() / (24 * HOUR)) * 24 * HOUR;
    const insert = system.db.prepare(
      "INSERT OR REPLACE INTO series (target_id, begins_at, points) VALUES (?1, ?2, ?3)",
    );
    await system.db.batch(
      Array.from({ length: 40 }, (_, ago) => {
        const at = today - ago * 24 * HOUR;
        const points = { [`views:${one!.cid}`]: 9_000_000 - 200_000 * ago, [`views:${other!.cid}`]: 5_000_000 };
        return insert.bind(body.id, at, JSON.stringify([[at, points]]));
      }),
    );
    await system.db.prepare("UPDATE targets SET created_at = 0 WHERE id = ?1").bind(body.id).run();
    await go("Trends");
    for (const box of await page.getByRole("checkbox").all()) await box.setChecked(false);
    for (const { name } of [one!, other!])
      await page.getByRole("checkbox", { name: new RegExp(`^Show #?${name}\\b`) }).check();
    await press("Show selected");
    await page.getByRole("img", { name: new RegExp(`^#?${one!.name}\\b`) }).waitFor();
    await go("Digests");
    await follow("Add a digest");
    await page.getByLabel("Name").fill("Monday's numbers");
    await press("Show preview");
    await page.locator("#look").getByText(one!.name).first().waitFor();
    await press("Add digest");
    await says("Monday's numbers added");
    const before = system.receiver.received.length;
    const numbers = main().locator("li.alert", { hasText: "Monday's numbers" });
    await numbers.getByRole("button", { name: "Send now" }).click();
    await says("is being sent");
    await system.settled();
    expect(JSON.stringify(system.receiver.received.slice(before))).toContain(one!.name);
    // A mistake: deleted, and taken back.
    await go("Digests");
    await numbers.getByText("Delete…").click();
    await numbers.getByRole("button", { name: "Delete" }).click();
    await undo("Monday's numbers");
    expect((await items("digests")).map(({ name }: { name: string }) => name)).toContain("Monday's numbers");
    expect(errors.splice(0)).toEqual([]);
  });
});

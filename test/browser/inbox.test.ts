import { mkdir } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chromiumPath, openBrowser } from "../support/browser.ts";
import { start, type Started, until } from "../support/started.ts";

let browser: Browser;
let demo: Started;
let simulator: string;

beforeAll(async () => {
  if (chromiumPath === undefined) return;
  [browser, demo] = await Promise.all([openBrowser(), start({ TICK_SECONDS: "1" })]);
  simulator = (await demo.printed(/Inbox +(http:\S+)\/inbox/))[1]!;
});

afterAll(async () => {
  await browser?.close();
  await demo?.clean();
});

const turn = (userId: string, on: boolean) =>
  fetch(`${simulator}/_sim/live`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ userId, on }),
  });

test.skipIf(chromiumPath === undefined)(
  "the inbox shows alerts as they come, and edits, without reloading",
  async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
    const errors: string[] = [];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(`${simulator}/inbox`);
    await page.getByText("Lena Winter is live").first().waitFor();
    await turn("7001", false);
    await page.getByText("Lena Winter was live").first().waitFor();
    await page.getByText("(edited)").first().waitFor();
    await page
      .getByText(/Streamed for/)
      .nth(1)
      .waitFor();
    await mkdir("test-results", { recursive: true });
    await page.screenshot({ path: "test-results/inbox.png" });
    expect(errors).toEqual([]);
  },
);

test.skipIf(chromiumPath === undefined)(
  "the link that is printed shows who is on air, and is good for once",
  async () => {
    const link = (await demo.printed(/Open +(http:\S+)/))[1]!;
    const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
    await page.goto(link);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { level: 1, name: /live$/ }).waitFor();
    expect(page.url()).toBe(new URL("/", link).href);
    const another = await browser.newPage();
    await another.goto(link);
    await another.getByText("This link has been used").waitFor();
    await Promise.all([page.close(), another.close()]);
    // Once by its own host, once for browsers that cannot find that one.
    expect(demo.output().split(new URL(link).search)).toHaveLength(3);
  },
);

test.skipIf(chromiumPath === undefined)("the page of the API reads well and needs nothing from elsewhere", async () => {
  const base = (await demo.printed(/API +(http:\S+)\/docs/))[1]!;
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  const requested: string[] = [];
  const errors: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).origin));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto(`${base}/docs`);
  await page.getByText("/v1/targets").first().waitFor();
  expect(new Set(requested)).toEqual(new Set([base]));
  expect(errors).toEqual([]);
});

const CHATS = [
  { service: "discord", slash: "/tally " },
  { service: "slack", slash: "/tally " },
  { service: "telegram", slash: "/" },
];

/** Has somebody write in a chat. */
async function write(page: Page, { service, slash }: (typeof CHATS)[number], person: string, command: string) {
  await page.getByLabel(`Who writes in ${service}`).selectOption({ value: person });
  const field = page.getByLabel(`Command in ${service}`);
  await field.fill(slash + command);
  await field.press("Enter");
}

async function api(path: string, body?: object): Promise<any> {
  const base = (await demo.printed(/API +(http:\S+)\/docs/))[1]!;
  const token = (await demo.printed(/Admin token +(\S+)/))[1]!;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  return (await fetch(base + path, init)).json();
}

const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

/** Has somebody be checked at once, until a condition holds. */
async function checked(targetId: string, holds: () => Promise<boolean>, what: string): Promise<void> {
  await until(async () => {
    if (await holds()) return true;
    await api(`/v1/targets/${targetId}/poll`, {});
    return false;
  }, what);
}

test.skipIf(chromiumPath === undefined || !process.env["LONG"]).each(CHATS)(
  "$service: watch, alert, snooze, claim by another, who is live",
  { timeout: 120_000 },
  async (chat) => {
    const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
    const errors: string[] = [];
    page.setDefaultTimeout(30_000);
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    // Nobody else starts meanwhile, so that the alert is about one person.
    const { cast } = (await (await fetch(`${simulator}/_sim/state`)).json()) as { cast: { userId: string }[] };
    for (const { userId } of cast) await turn(userId, false);
    await page.goto(`${simulator}/inbox`);
    const column = page.locator(`.column.${chat.service}`);
    const latest = (text: string | RegExp) => column.locator("[data-entry]").filter({ hasText: text }).last();
    await write(page, chat, "zoe", "watch @lena");
    await latest("You can't change anything here").waitFor();
    await write(page, chat, "ana", "watch @lena");
    await latest("Now watching lena").waitFor();
    const lena = async () =>
      (await api("/v1/targets?kind=live&limit=100")).items.find((one: any) => one.name === "lena");
    await until(async () => (await lena()) !== undefined, "lena");
    const { id } = await lena();
    const isKnown = async (verdict: string) => (await lena()).status.verdict === verdict;
    await until(async () => (await lena()).status.lastOkAt !== null, "the first check");
    const chip = page.locator(".chip").filter({ hasText: /^Lena(?! Winter)/ });
    if (await chip.getByRole("button", { name: "End" }).isVisible()) {
      await chip.getByRole("button").click();
      await checked(id, () => isKnown("off"), "the end before");
    }
    await chip.getByRole("button", { name: "Start" }).click();
    await checked(id, () => isKnown("on"), "the start");
    const alert = column
      .locator("[data-entry]")
      .filter({ has: page.getByRole("button", { name: "Snooze" }) })
      .last();
    await alert.getByText("lena is live").first().waitFor();
    await alert.getByRole("button", { name: "Snooze until it ends" }).click();
    await latest("lena snoozed").waitFor();
    await page.getByLabel(`Who writes in ${chat.service}`).selectOption({ value: "tom" });
    await alert.getByRole("button", { name: "I've got this" }).click();
    await alert.getByText("Tom has had this since").first().waitFor();
    await page.getByLabel(`Who writes in ${chat.service}`).selectOption({ value: "ana" });
    await alert.getByRole("button", { name: "Tom has got this" }).click();
    await latest("Take over").getByText("Tom has got this").first().waitFor();
    await write(page, chat, "zoe", "live");
    const live = latest(/Live · \d+ live/);
    await live.getByText("lena").first().waitFor();
    await column.screenshot({ path: `test-results/chat-${chat.service}-phone.png` });
    expect(await scrollsSideways(page)).toBe(false);
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.screenshot({ path: `test-results/chat-${chat.service}-laptop.png` });
    expect(await scrollsSideways(page)).toBe(false);
    expect((await api("/v1/silences")).items).toMatchObject([{ targetId: id, untilEnd: true }]);
    await write(page, chat, "ana", "unwatch @lena");
    await latest("No longer watching lena").waitFor();
    await until(async () => (await lena()) === undefined, "the end of watching");
    await chip.getByRole("button", { name: "End" }).click();
    expect(errors).toEqual([]);
    await page.close();
  },
);

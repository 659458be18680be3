import { mkdir } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chromiumPath, openBrowser } from "../support/browser.ts";
import { start, type Started } from "../support/started.ts";

let browser: Browser;
let demo: Started;
let simulator: string;

beforeAll(async () => {
  if (chromiumPath === undefined) return;
  [browser, demo] = await Promise.all([openBrowser(), start()]);
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

import { mkdir } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import axe from "axe-core";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runSqliteApi, type RunningApi } from "../api/running-api.ts";
import { chromiumPath, openBrowser } from "../support/browser.ts";
import { serve, type TestServer } from "../support/http-server.ts";
import { HOSTILE_NAMES, watchedUntil } from "../support/watched-now.ts";

let browser: Browser;
let api: RunningApi;
let server: TestServer;
let signedIn: Awaited<ReturnType<BrowserContext["storageState"]>>;

beforeAll(async () => {
  if (chromiumPath === undefined) return;
  [browser, api] = await Promise.all([openBrowser(), runSqliteApi()]);
  server = await serve(async (request, _text, response, bytes) => {
    const init = { method: request.method!, ...(bytes.length === 0 ? {} : { body: new Uint8Array(bytes) }) };
    const headers = new Headers(request.headers as Record<string, string>);
    const answer = await api.send(new Request(`${server.url}${request.url}`, { ...init, headers }));
    response.writeHead(answer.status, {
      ...Object.fromEntries(answer.headers),
      "set-cookie": answer.headers.getSetCookie(),
    });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  const names = ["Maria", "Kenji Plays けんじ", ...HOSTILE_NAMES];
  await watchedUntil(api.db, Date.now(), { targets: 40, events: 200, onAir: names.length, failing: 2, names });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(server.url);
  await page.getByLabel("Your token").fill(api.env["ADMIN_TOKEN"] as string);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1, name: "9 on air" }).waitFor();
  signedIn = await context.storageState();
  await context.close();
});
afterAll(async () => {
  await Promise.all([browser?.close(), server?.close(), api?.stop()]);
});

/** What goes wrong on a page that nobody sees: errors, and requests that leave this host. */
function watched(page: Page): string[] {
  const wrong: string[] = [];
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on(
    "request",
    (request) => request.url().startsWith(server.url) || request.url().startsWith("data:") || wrong.push(request.url()),
  );
  return wrong;
}

/** What axe finds, in short. */
async function found(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate("axe.run().then((result) => result.violations)");
  return (violations as axe.Result[]).flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
  );
}

const width = (page: Page): Promise<number> => page.evaluate("document.documentElement.scrollWidth") as Promise<number>;

const screens = [390, 1280].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
);

test.skipIf(chromiumPath === undefined).each(screens)(
  "pages on $width pixels, $colorScheme",
  async ({ width: wide, colorScheme }) => {
    const viewport = { width: wide, height: 860 };
    const context = await browser.newContext({
      viewport,
      colorScheme,
      storageState: signedIn,
      timezoneId: "Asia/Tokyo",
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    const wrong = watched(page);
    await mkdir("test-results", { recursive: true });
    for (const [path, name] of [
      ["/", "now"],
      ["/settings", "settings"],
      ["/sign-in", "sign-in"],
      ["/nowhere", "nowhere"],
    ]) {
      await page.goto(server.url + path);
      await page.locator("h1").waitFor();
      expect(await width(page), path).toBeLessThanOrEqual(wide);
      expect(await found(page), path).toEqual([]);
      await page.screenshot({ path: `test-results/page-${name}-${wide}-${colorScheme}.png`, fullPage: true });
    }
    // A browser says itself that an address answered 404.
    expect(wrong.filter((one) => !one.includes("404"))).toEqual([]);
    await context.close();
  },
);

test.skipIf(chromiumPath === undefined)("at 360 pixels nothing scrolls sideways, and names stay text", async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 }, storageState: signedIn });
  const page = await context.newPage();
  await page.goto(server.url);
  expect(await width(page)).toBe(360);
  expect(await page.title()).toBe("9 on air · Tallylight");
  expect(await page.locator("img, main script").count()).toBe(0);
  await context.close();
});

test.skipIf(chromiumPath === undefined)(
  "the first load is light, and the page keeps itself up to date in the reader's zone",
  async () => {
    const context = await browser.newContext({ storageState: signedIn, timezoneId: "Asia/Tokyo" });
    const page = await context.newPage();
    const answers: Promise<Buffer>[] = [];
    page.on("response", (response) => answers.push(response.body()));
    await page.clock.install();
    await page.goto(server.url);
    expect(await page.getByText("UTC").count()).toBe(0);
    await page.waitForLoadState("networkidle");
    const bytes = (await Promise.all(answers)).reduce((sum, body) => sum + gzipSync(body).length, 0);
    console.log(`the page of now: ${bytes} bytes compressed at the first load`);
    expect(answers.length).toBeGreaterThan(2);
    expect(bytes).toBeLessThan(100_000);
    await page.getByText("Paste a new address").click();
    await api.db.prepare("UPDATE targets SET on_air = 0 WHERE id <> 'tgt_0'").run();
    await page.clock.runFor(11_000);
    await page.getByRole("heading", { level: 1, name: "1 on air" }).waitFor();
    // What was opened stays open.
    await page.getByLabel("New address").waitFor();
    await api.db.prepare("UPDATE targets SET on_air = 1 WHERE state IS NOT NULL").run();
    await context.close();
  },
);

test.skipIf(chromiumPath === undefined)("all works with scripts off: pausing, and taking that back", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, storageState: signedIn });
  const page = await context.newPage();
  await page.goto(server.url);
  await page.getByRole("link", { name: "Refresh" }).click();
  await page.getByRole("button", { name: "Pause Creator 10" }).click();
  await page.getByText("Creator 10 is paused.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Creator 10 is checked again.").waitFor();
  expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
  await page.goto(`${server.url}/settings`);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Your token").waitFor();
  await context.close();
});

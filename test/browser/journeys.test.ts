import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY_MS } from "../../src/core/duration.ts";
import { runSqliteApi, type RunningApi } from "../api/running-api.ts";
import { chromiumPath, openBrowser } from "../support/browser.ts";
import type { TestServer } from "../support/http-server.ts";
import { journeys, type Traveller } from "../support/journeys.ts";
import { servePages, signIn, type SignedIn } from "../support/jar.ts";
import { watchedUntil } from "../support/watched-now.ts";

let browser: Browser;
let api: RunningApi;
let server: TestServer;
let signedIn: SignedIn;

beforeAll(async () => {
  if (chromiumPath === undefined) return;
  [browser, api] = await Promise.all([openBrowser(), runSqliteApi()]);
  server = await servePages(api);
});
afterAll(async () => {
  await Promise.all([browser?.close(), server?.close(), api?.stop()]);
});

/** Somebody is signed in. Three on air, one who cannot be read, a channel that was lost with two messages that it missed, and a search of hashtags. */
async function world(): Promise<void> {
  await api.clear();
  signedIn = await signIn(browser, server, api.env["ADMIN_TOKEN"] as string);
  const now = Date.now();
  await watchedUntil(api.db, now, { targets: 12, events: 60, onAir: 3, failing: 1, names: ["Maria", "Suna", "Kenji"] });
  const target = { kind: "hashtag", name: "pets", params: { keyword: "pets", region: "US" } };
  const { id } = (await api.call("POST", "/v1/targets", target)).body;
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const run = api.db.prepare("INSERT INTO series (target_id, begins_at, points) VALUES (?1, ?2, ?3)");
  await api.db.batch([
    api.db.prepare("UPDATE channels SET name = '#stage'"),
    api.db.prepare(
      `UPDATE events SET type = 'live.started', target = json_set(target, '$.name', 'Suna'),
         data = json_object('roomId', '7', 'sessionId', 's', 'initial', json('false'), 'info', null)
       WHERE target_id = 'tgt_1'`,
    ),
    api.db.prepare(
      "UPDATE deliveries SET status = 'dead', reason = 'gone', sent_at = null WHERE id IN ('dlv_98', 'dlv_99')",
    ),
    ...[3, 0].map((ago) => {
      const at = today - ago * DAY_MS;
      return run.bind(
        id,
        at,
        JSON.stringify([[at, { "views:cats": 300 - 20 * ago, "views:dogs": 200, "views:emus": 100 }]]),
      );
    }),
  ]);
}

const screens = [
  { width: 390, scripts: true },
  { width: 1280, scripts: false },
];

describe.skipIf(chromiumPath === undefined).each(screens)(
  "on $width pixels, scripts: $scripts",
  ({ width, scripts }) => {
    const errors: string[] = [];
    let me: Traveller;
    let context: BrowserContext;
    beforeAll(async () => {
      await world();
      const like = { viewport: { width, height: 800 }, javaScriptEnabled: scripts, reducedMotion: "reduce" as const };
      context = await browser.newContext({ ...like, storageState: signedIn });
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      page.on("pageerror", ({ message }) => errors.push(message));
      const stranger = async (address: string): Promise<Page> => {
        const other = await (await browser.newContext(like)).newPage();
        await other.goto(address);
        return other;
      };
      // Nothing is sent by this process: only queues would.
      const chat = "https://discord.com/api/webhooks/123456789012345678/nobodyIsThere";
      me = { api, page, own: server.url, scripts, phone: width < 1024, chat, stranger };
    });
    afterAll(() => context?.close());

    // Without scripts pages are forms, which tests of the API send too: every second one is enough.
    const taken = scripts || process.env["LONG"] ? journeys : journeys.filter((_, place) => place % 2 === 0);
    test.each(taken)("%s", async (_, take) => {
      await me.page.goto(`${me.own}/settings`);
      await take(me);
      expect(errors.splice(0)).toEqual([]);
    });
  },
);

test.skipIf(chromiumPath === undefined)(
  "one key does one thing, never while somebody types, and none where they are off",
  async () => {
    await world();
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, storageState: signedIn });
    const page = await context.newPage();
    const heading = (name: string | RegExp) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
    const { keyboard } = page;
    await page.goto(server.url);
    await keyboard.press("/");
    await keyboard.type("g c?x");
    expect(await page.locator(".rail .find input").inputValue()).toBe("g c?x");
    await keyboard.press("Escape");
    await keyboard.type("gc");
    await heading(/ creators?( are live)?$/);
    await keyboard.type("jjx");
    const chosen = page.locator("main tbody tr:nth-child(2) input[type=checkbox]");
    expect(await chosen.isChecked()).toBe(true);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByText(/^\w+ paused$/).waitFor();
    await keyboard.press("z");
    await page.getByText(/^\w+ .*resumed/).waitFor();
    // After its toast, a change is undone from its list.
    await page.locator("main tbody input[type=checkbox]").first().check();
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByText(/^\w+ paused$/).waitFor();
    await page.goto(`${server.url}/creators`);
    await page.getByText(/^\w+ paused · can be undone until /).waitFor();
    await keyboard.press("z");
    await page.getByText(/^\w+ .*resumed/).waitFor();
    await page.goto(`${server.url}/creators`);
    // Enter in a checkbox presses no button; on a row it opens its page.
    await page.locator("main tbody input[type=checkbox]").first().check();
    await keyboard.press("Enter");
    await page.getByRole("button", { name: "Clear" }).click();
    expect(await page.locator("main tbody input[type=checkbox]:checked").count()).toBe(0);
    await keyboard.type("js");
    await page.locator("details[open]", { hasText: "Until tomorrow" }).waitFor();
    await page.goto(`${server.url}/creators`);
    await keyboard.press("j");
    await keyboard.press("Enter");
    await page.locator("#why").waitFor();
    for (const [key, opened] of [
      ["s", "Until tomorrow"],
      ["e", "Handle or link"],
    ] as const) {
      await keyboard.press(key);
      await page.locator("details[open]", { hasText: opened }).waitFor();
    }
    await keyboard.press("?");
    await heading("Keyboard shortcuts");
    await page.getByLabel("Use shortcuts in this browser").uncheck();
    await page.locator("h1").click();
    await keyboard.type("gc");
    await page.goto(`${server.url}/creators`);
    await page.locator("main tbody input[type=checkbox]").first().check();
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByText(/^\w+ paused$/).waitFor();
    await keyboard.press("z");
    await keyboard.press("?");
    await heading(/ creators?( are live)?$/);
    expect(
      await page
        .locator("#toast")
        .getByText(/^\w+ paused$/)
        .count(),
    ).toBe(1);
    await context.close();
  },
);

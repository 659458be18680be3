import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LANGUAGES, type Language } from "../../src/core/language.ts";
import { runSqliteApi, type RunningApi } from "../api/running-api.ts";
import { CHAT_VARIABLES } from "../support/chat-requests.ts";
import { chromiumPath, openBrowser } from "../support/browser.ts";
import { crawl, unreached, type Reached } from "../support/crawl.ts";
import { hostileWorld } from "../support/hostile-world.ts";
import type { TestServer } from "../support/http-server.ts";
import { Jar, servePages, type SignedIn, signIn } from "../support/jar.ts";
import { lookAtAll } from "../support/page-forms.ts";
import { tickedUntil } from "../support/watched-now.ts";

let browser: Browser;
let api: RunningApi;
let server: TestServer;
let signedIn: SignedIn;
/** Where a crawl begins: now, the door, a shared page, and what is worth a look beside the first of its kind. */
let begins: string[];
let found: { reached: Reached[]; astray: string[] };

/** Whoever has a token, without a browser. */
async function holder(token: string): Promise<Jar> {
  const jar = new Jar((request) => api.send(request));
  expect((await jar.send("/sign-in", { token, next: "/" })).status).toBe(303);
  return jar;
}

beforeAll(async () => {
  api = await runSqliteApi(CHAT_VARIABLES);
  begins = ["/", "/sign-in", ...(await hostileWorld(api))];
  const adminToken = api.env["ADMIN_TOKEN"] as string;
  found = await crawl((await holder(adminToken)).open, begins);
  if (chromiumPath === undefined) return;
  [browser, server] = await Promise.all([openBrowser(), servePages(api)]);
  signedIn = await signIn(browser, server, adminToken);
});
afterAll(async () => {
  await Promise.all([browser?.close(), server?.close(), api?.stop()]);
});

test("links lead to every page, to nothing that is not there, and hostile words stay words", () => {
  // Only a demo leads to the page that ends it (`test/api/demo.test.ts`), and only emails to the one that unsubscribes
  // (`test/api/unsubscribe.test.ts`).
  expect(unreached(found.reached)).toEqual(["/first-steps/demo", "/unsubscribe/{link}"]);
  const portals = /^https:\/\/(discord\.com\/developers\/applications|api\.slack\.com\/apps)(\?|$)/;
  const profiles = /^https:\/\/www\.(tiktok\.com|videos\.example)\/[\w@./%-]*$/;
  expect(found.astray.filter((one) => !profiles.test(one) && !portals.test(one))).toEqual([]);
  for (const { address, status, type, text } of found.reached) {
    expect([address, status]).toEqual([address, address === "/first-steps" ? 303 : 200]);
    if (type !== "text/html") continue;
    expect([address, /<script>|<img src=x|<svg onload|aSecret/.exec(text)?.[0]]).toEqual([address, undefined]);
  }
});

test("who may only look finds every page that links lead to, and nothing to send", async () => {
  const { token } = (await api.call("POST", "/v1/tokens", { name: "for looking", scopes: ["read"] })).body;
  // Chats are for owners, and only they are led there.
  const theirs = begins.filter((one) => !one.startsWith("/chats"));
  const { reached } = await crawl((await holder(token)).open, theirs);
  const invalid = reached.flatMap(({ address, status, text }) => {
    if (status !== 200 && address !== "/first-steps") return [`${address} is not theirs, and a link leads there`];
    const rest = text.replaceAll(
      /<form [^>]*?(?:method="get"|action="\/(?:sign-(?:out|in)|settings\/language)")[^]*?<\/form>/g,
      "",
    );
    const [sends] = /<form[^>]*>|<button[^>]*>|formaction/.exec(rest) ?? [];
    return sends === undefined ? [] : [`${address}: ${sends}`];
  });
  expect(invalid).toEqual([]);
});

// German has the longest words. The long run looks at every language.
const screens = [
  { width: 360, colorScheme: "dark", locale: "de" },
  { width: 1280, colorScheme: "light", locale: "en" },
  ...(process.env["LONG"]
    ? [
        { width: 360, colorScheme: "light", locale: "en" },
        { width: 1280, colorScheme: "dark", locale: "de" },
        ...LANGUAGES.filter((one) => one !== "en" && one !== "de").flatMap((locale) => [
          { width: 360, colorScheme: "light", locale },
          { width: 1280, colorScheme: "dark", locale },
        ]),
      ]
    : []),
] as { width: number; colorScheme: "dark" | "light"; locale: Language }[];

/** Of each page the first. */
const firsts = (all: Reached[]): string[] =>
  [...Map.groupBy(all, ({ path }) => path).values()].map(([one]) => one!.address);

test.skipIf(chromiumPath === undefined).each(screens)(
  "every page on $width pixels, $colorScheme, in $locale: whole, legible to everybody, and of this host alone",
  async ({ width, colorScheme, locale }) => {
    const phone = width < 1024;
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      colorScheme,
      locale,
      storageState: signedIn,
      timezoneId: "Asia/Tokyo",
      reducedMotion: "reduce",
      hasTouch: phone,
      isMobile: phone,
    });
    const all = found.reached.filter(({ status, type }) => status === 200 && type === "text/html");
    const every = all.map(({ address }) => address);
    // What links name beside the first of each page was asked for above; there is time to look at all of it in the long run,
    // and at every page on a desk too, not at every fourth. Axe looks at the others on the phone.
    const onDesk = firsts(all).filter((_, place) => place % 4 === 0);
    const few = phone ? [...new Set([...begins, ...firsts(all)])] : onDesk;
    const isLong = process.env["LONG"] !== undefined;
    const thoroughly = (address: string) => isLong || !phone || !onDesk.includes(address);
    await tickedUntil(api.db, Date.now());
    const looking = { own: server.url, addresses: isLong ? every : few, touch: phone, thoroughly };
    expect(await lookAtAll(context, looking)).toEqual({});
    await context.close();
  },
);

test.skipIf(chromiumPath === undefined)("what was last known a while ago is as legible as what is known", async () => {
  const context = await browser.newContext({ storageState: signedIn, viewport: { width: 360, height: 800 } });
  await tickedUntil(api.db, Date.now() - 600_000);
  const addresses = ["/", "/wall"];
  expect(await lookAtAll(context, { own: server.url, addresses, touch: false })).toEqual({});
  await tickedUntil(api.db, Date.now());
  await context.close();
});

test.skipIf(chromiumPath === undefined)("on a phone, an open Snooze moves no button beside it", async () => {
  const context = await browser.newContext({ storageState: signedIn, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${server.url}/creators/tgt_0`);
  const pause = page.locator(".hero .acts").getByRole("button", { name: /Pause|Resume/ });
  const before = await pause.boundingBox();
  await page.locator("details.menu > summary").click();
  await page.locator("details.menu > .card").waitFor();
  expect(await pause.boundingBox()).toEqual(before);
  await context.close();
});

test.skipIf(chromiumPath === undefined)(
  "the first load is light, and the page keeps itself up to date in the reader's zone",
  async () => {
    const { cookies, origins } = signedIn;
    const storageState = { origins, cookies: cookies.filter(({ name }) => name !== "zone") };
    const context = await browser.newContext({ storageState, timezoneId: "Asia/Tokyo" });
    const page = await context.newPage();
    const answers: Promise<Buffer>[] = [];
    page.on("response", (response) => answers.push(response.body()));
    await page.clock.install();
    // The tests before this one may take minutes, after which a page doesn't know who is live.
    await tickedUntil(api.db, Date.now());
    await page.goto(server.url);
    await page.waitForLoadState("networkidle");
    const bytes = (await Promise.all(answers)).reduce((sum, body) => sum + gzipSync(body).length, 0);
    console.log(`the page of now: ${bytes} bytes compressed at the first load`);
    expect(answers.length).toBeGreaterThan(2);
    expect(bytes).toBeLessThan(100_000);
    await page.getByText("UTC").first().waitFor({ state: "detached" });
    await page.getByText("Paste a new address for Maria").click();
    await api.db.prepare("UPDATE targets SET on_air = 0 WHERE id <> 'tgt_0'").run();
    await tickedUntil(api.db, Date.now());
    await page.clock.runFor(11_000);
    await page.getByRole("heading", { level: 1, name: "1 live" }).waitFor();
    // What was opened stays open.
    await page.getByLabel("New address").waitFor();
    // A slider is answered as it moves, and the address keeps what it stands at.
    await page.goto(`${server.url}/plan`);
    await page.getByLabel("Extra creators", { exact: true }).fill("5000");
    await page.locator("output", { hasText: /^5,000$/ }).waitFor();
    await page.clock.runFor(200);
    await page.getByText("Not enough checks per minute").waitFor();
    expect(new URL(page.url()).searchParams.get("creators")).toBe("5000");
    await context.close();
  },
);

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chromiumPath, openBrowser } from "../support/browser.ts";
import { pictureOf, reported, sent, weekReport, withPictures } from "../support/emails.ts";
import { fullNotice, liveNotice, messageOf } from "../support/messages.ts";

let browser: Browser;
beforeAll(async () => {
  if (chromiumPath !== undefined) browser = await openBrowser();
});
afterAll(() => browser?.close());

const pictured = withPictures(weekReport, (name) => pictureOf(name, { url: `https://tally.example.org/${name}.png` }));

test.skipIf(chromiumPath === undefined).each([
  ["an alert", sent(messageOf(fullNotice))],
  ["many at once", sent(messageOf(...["Maria", "x".repeat(80), "Kenji"].map(liveNotice)))],
  ["a digest", reported(pictured)],
])("%s fits a phone and a desktop", async (_, { html }) => {
  const page = await browser.newPage();
  await page.route("**/*.png", (route) =>
    route.fulfill({ contentType: "image/png", body: Buffer.from(pictureOf("a").file!.bytes) }),
  );
  for (const width of [320, 360, 900]) {
    await page.setViewportSize({ width, height: 700 });
    await page.setContent(html);
    expect([width, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([width, width]);
  }
  await page.close();
});

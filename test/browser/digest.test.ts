import { mkdir } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { discord } from "../../src/channels/discord/kind.ts";
import type { ChannelKind } from "../../src/channels/kind.ts";
import { slack } from "../../src/channels/slack/kind.ts";
import { webhook } from "../../src/channels/webhook/kind.ts";
import type { Report } from "../../src/core/report.ts";
import { outboundSender } from "../../src/engine/outbound/sender.ts";
import { chromiumPath, openBrowser } from "../support/browser.ts";
import { serve, type TestServer } from "../support/http-server.ts";
import { servePages, signIn } from "../support/jar.ts";
import { runSqliteApi } from "../api/running-api.ts";
import { pictureOf, weekReport, withPictures } from "../support/emails.ts";
import { servedInbox } from "../support/served-inbox.ts";
import { API_BASES } from "../../src/channels/registry.ts";

let browser: Browser;
let inbox: TestServer;
let pictures: TestServer;

beforeAll(async () => {
  if (chromiumPath === undefined) return;
  browser = await openBrowser();
  inbox = await servedInbox();
  pictures = await serve((request, _text, response) => {
    const name = request.url!.slice(1).replace(".png", "");
    response.writeHead(200, { "content-type": "image/png" });
    response.end(pictureOf(name).file!.bytes);
  });
});
afterAll(async () => {
  await Promise.all([browser?.close(), inbox?.close(), pictures?.close()]);
});

async function notify<S>(kind: ChannelKind<S>, settings: S, report: Report): Promise<void> {
  const data = { digestId: "dgt_1", name: report.title };
  const sending = { settings, deliveryId: "dlv_1", report, data, writtenAt: Date.now(), at: Date.now() };
  const answer = await outboundSender(
    { local: true, own: null },
    5000,
    fetch,
  )(kind.report({ ...sending, plain: false, bases: API_BASES }));
  expect(kind.judge(answer, { edit: null, plain: false }), kind.kind).toMatchObject({ kind: "sent" });
}

test.skipIf(chromiumPath === undefined).each([
  ["wide", 1280, 1500],
  ["phone", 390, 1400],
])("a digest as Slack and Discord draw it, on a %s screen", async (name, width, height) => {
  await fetch(`${inbox.url}/_sim/reset`, { method: "POST", body: "{}" });
  const withFiles = withPictures(weekReport, (section) => pictureOf(section));
  const withUrls = withPictures(weekReport, (section) =>
    pictureOf(section, { url: `${pictures.url}/${section}.png`, file: false }),
  );
  await notify(discord, { url: `${inbox.url}/inbox/discord/api/webhooks/1/x` }, withFiles);
  await notify(slack, { url: `${inbox.url}/inbox/slack/services/T/B/x` }, withUrls);
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  await notify(webhook, { url: `${inbox.url}/inbox/webhook/a`, secret }, weekReport);

  const page = await browser.newPage({ viewport: { width, height } });
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(`${inbox.url}/inbox`);
  await page.locator(".d-embed img").nth(1).waitFor();
  await page.locator(".s-figure img").nth(1).waitFor();
  await page.waitForFunction(
    "[...document.querySelectorAll('img')].every((one) => one.complete && one.naturalWidth > 0)",
  );
  const alts = await page
    .locator("img")
    .evaluateAll((found) => found.map((one) => (one as unknown as { alt: string }).alt));
  expect(alts).toEqual(["lives", "ranking", "lives", "ranking"].map((section) => pictureOf(section).alt));
  // A line that wraps would make the block higher than one that may not.
  const wrapped = await page.locator("pre.d-pre, pre.s-pre").evaluateAll(
    (found) =>
      (found as unknown as { clientHeight: number; style: { whiteSpace: string } }[]).filter((block) => {
        const height = block.clientHeight;
        block.style.whiteSpace = "pre";
        return block.clientHeight < height;
      }).length,
  );
  expect(wrapped).toBe(0);
  await mkdir("test-results", { recursive: true });
  await page.screenshot({ path: `test-results/digest-${name}.png`, fullPage: name === "phone" });
  expect(errors).toEqual([]);
  await page.close();
});

test.skipIf(chromiumPath === undefined)(
  "the page of a digest for each list shows the first list's message without a click, and that of the list chosen",
  async () => {
    const api = await runSqliteApi();
    const server = await servePages(api);
    try {
      const created = async (path: string, body: object) => (await api.call("POST", path, body)).body.id as string;
      for (const [index, name] of ["Alpha", "Bravo"].entries()) {
        const watchlistId = await created("/v1/watchlists", { name });
        const params = { userId: `70${index}` };
        await created("/v1/targets", { kind: "live", name: `Creator of ${name}`, params, watchlistId });
      }
      const settings = { url: "http://127.0.0.1:9/x" };
      const channelId = await created("/v1/channels", { kind: "webhook", name: "Clients", settings });
      const digest = { name: "Clients", channelId, schedule: "0 9 * * 1", perWatchlist: true, sections: ["airtime"] };
      const id = await created("/v1/digests", digest);
      const storageState = await signIn(browser, server, api.env["ADMIN_TOKEN"] as string);
      const page = await (await browser.newContext({ storageState })).newPage();
      await page.goto(`${server.url}/digests/${id}`);
      const preview = page.locator("#look");
      await preview.getByLabel("Message for the list").waitFor();
      expect(await page.locator("#shown-list option[selected]").textContent()).toBe("Alpha");
      const drawn = page.waitForResponse((answer) => answer.url().endsWith("/digests/preview"));
      await preview.getByLabel("Message for the list").selectOption({ label: "Bravo" });
      expect((await drawn).status()).toBe(200);
      await page.waitForFunction("document.querySelector('#shown-list [selected]')?.textContent === 'Bravo'");
      expect(page.url()).toBe(`${server.url}/digests/${id}`);
      await page.getByText(/^Next: .*, in .*, to Clients\. Every Monday at 09:00 \(UTC time\)\.$/).waitFor();
      await page.getByText("None yet: the next one is the first.").waitFor();
      await page.getByRole("button", { name: "Send now" }).focus();
      await page.keyboard.press("Enter");
      await page.getByText("Clients: 2 messages are being sent, one for each list").waitFor();
      expect(await page.locator("section[aria-labelledby=before] li").count()).toBe(2);
      await api.call("PATCH", `/v1/channels/${channelId}`, { enabled: false });
      await page.reload();
      await page.getByText("Clients is off, so nothing is sent. Every Monday at 09:00 (UTC time).").waitFor();
      await api.call("PATCH", `/v1/channels/${channelId}`, { enabled: true });
      await page.goto(`${server.url}/digests/new`);
      await page.locator("#look .disc").first().waitFor();
    } finally {
      await Promise.all([server.close(), api.stop()]);
    }
  },
);

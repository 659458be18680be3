import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chromiumPath, openBrowser } from "../support/browser.ts";
import { TOKEN } from "../support/setting.ts";
import { LIVE, OFF, serveShape, SHAPES } from "../support/shapes.ts";
import { startSystem } from "../support/system.ts";

let browser: Browser;
beforeAll(async () => {
  if (chromiumPath !== undefined) browser = await openBrowser();
});
afterAll(() => browser?.close());

const SCREENS = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];
const taken = process.env["LONG"] ? SHAPES : SHAPES.slice(0, 2);
const UNCONNECTED = { UPSTREAM_BASE_URL: "", UPSTREAM_USERNAME: "", UPSTREAM_PASSWORD: "" };

test.skipIf(chromiumPath === undefined).each(taken.map((shape, at) => [shape.name, shape, SCREENS[at % 2]!] as const))(
  "from a fresh start to an alert: %s",
  async (_name, shape, viewport) => {
    const [system, service] = await Promise.all([startSystem(UNCONNECTED), serveShape(shape)]);
    const context = await browser.newContext({ viewport });
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      const decided: string[] = [];
      const decide = async (name: RegExp, role: "button" | "link" = "button") => {
        decided.push(String(name));
        await page.locator("main").getByRole(role, { name }).first().click();
      };
      const type = (label: string, text: string | undefined) =>
        text === undefined ? undefined : page.getByLabel(label, { exact: true }).fill(text);

      await page.goto(system.base);
      await page.getByLabel("Your token").fill(TOKEN);
      await page.getByRole("button", { name: "Sign in" }).click();
      await decide(/^First steps/, "link");
      await type("Address", service.typed.address);
      await type("User name", service.typed.username);
      await type("Password or key", service.typed.password);
      await type("Someone who is live right now", LIVE.id);
      await type("Someone who is offline", OFF.id);
      if (service.typed.password !== undefined) {
        // A mistake: a wrong key is refused, what was typed stands there, and the right one is typed over it.
        await type("Password or key", "a-typo");
        await page.locator("main").getByRole("button", { name: "Test connection" }).click();
        await page.getByText("status 401").first().waitFor();
        expect(await page.getByLabel("Someone who is offline", { exact: true }).inputValue()).toBe(OFF.id);
        await type("Password or key", service.typed.password);
      }
      await decide(/^Test/);
      await page.getByText("is live", { exact: false }).first().waitFor();
      await decide(/^Connect/);
      await page.getByText("Connected, not yet proven").waitFor();
      await decide(/^Continue/, "link");
      await type("Webhook address", `${system.receiver.url}/api/webhooks/1001/secret`);
      await decide(/^Add and send a test/);
      await page.getByText("A test message arrived in").waitFor();
      const at = Date.now();
      await system.tick(at);
      service.goLive();
      for (const minute of [1, 2]) await system.tick(at + minute * 60_000);
      const told = JSON.stringify(system.receiver.received);
      expect(told).toMatch(/is live/);
      expect(decided.length).toBeLessThanOrEqual(6);
      await page.goto(`${system.base}/first-steps/service`);
      await page
        .getByText(/Saw .* go live/)
        .first()
        .waitFor();
    } finally {
      await context.close();
      await Promise.all([system.stop(), service.close()]);
    }
  },
);

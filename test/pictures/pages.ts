import { mkdir, readFile, writeFile } from "node:fs/promises";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { openBrowser } from "../support/browser.ts";
import { indexed } from "./scenes.ts";
import { liveThrough } from "./world-lived.ts";
import { openWorld, type World } from "./world.ts";

const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 860 }, colorScheme: "light" };
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, colorScheme: "dark" };

/** Readers have Inter or a font like it; the machine that takes the pictures may have neither. */
async function lettering(): Promise<string> {
  const files = ["400Regular", "500Medium", "600SemiBold", "700Bold"].map(async (name) => {
    const bytes = await readFile(`node_modules/@expo-google-fonts/inter/${name}/Inter_${name}.ttf`);
    return `@font-face { font-family: Inter; font-weight: ${name.slice(0, 3)}; src: url(data:font/ttf;base64,${bytes.toString("base64")}); }`;
  });
  return (await Promise.all(files)).join("\n");
}

/** What a service that nobody has seen before answers of somebody. */
const STRANGER = "https://svc.example.com";
const TAKES_MS = 168;

function strangerSays(address: URL): Response {
  const on = address.searchParams.get("user_id") === "7012";
  const [uid, nick] = on ? ["7012", "Maria"] : ["7001", "Lena Winter"];
  const room = { id: on ? "7711034402" : null, headline: on ? "Late-night lo-fi" : null, audience: on ? 12_418 : 0 };
  return Response.json({ code: 0, msg: "success", data: { anchor: { uid, nick, is_showing: on ? 1 : 0 }, room } });
}

/** Calls to that service are answered here, so that the picture shows an address that is no port of this machine. */
async function withStranger<T>(step: () => Promise<T>): Promise<T> {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input);
    if (address.origin !== STRANGER) return fetch(input, init);
    const at = Date.now() + TAKES_MS;
    Date.now = () => at;
    return strangerSays(address);
  };
  try {
    return await step();
  } finally {
    globalThis.fetch = fetch;
  }
}

async function connects(page: Page): Promise<void> {
  await page.getByLabel("Address", { exact: true }).fill(`${STRANGER}/api/v1/live/check?user_id=7012`);
  await page.getByLabel("User name", { exact: true }).fill("tally-eu");
  await page.getByLabel("Password or key", { exact: true }).fill("a password");
  await page.getByLabel("Someone who is live right now").fill("7012");
  await page.getByLabel("Someone who is offline").fill("7001");
  await page.getByRole("button", { name: "Test connection" }).click();
  await page.getByText("Maria is live", { exact: true }).waitFor();
}

interface Shot {
  name: string;
  path: string;
  how?: BrowserContextOptions;
  before?: (page: Page) => Promise<void>;
}

async function shoot(browser: Browser, world: World, folder: string, shots: Shot[]): Promise<void> {
  const content = await lettering();
  for (const { name, path, how = DESK, before } of shots) {
    const context = await world.signedIn(browser, {
      ...how,
      locale: "en-GB",
      timezoneId: "Europe/Berlin",
      reducedMotion: "reduce",
      bypassCSP: true,
    });
    const page = await context.newPage();
    await page.clock.setFixedTime(Date.now());
    await page.goto(world.url + path);
    await before?.(page);
    await page.addStyleTag({ content });
    await page.evaluate("document.fonts.ready");
    await page.evaluate("scrollTo(0, 0)");
    await writeFile(`${folder}/page-${name}.png`, indexed(await page.screenshot()));
    await context.close();
  }
}

/** Takes the pictures of the pages that the README shows, into a folder. */
export async function takePages(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const browser = await openBrowser();
  try {
    const world = await openWorld();
    try {
      await liveThrough(world);
      const idOf = async (what: string, name: string): Promise<string> => {
        const { items } = (await world.api.call("GET", `/v1/${what}limit=100`)).body;
        return items.find((one: { name: string }) => one.name === name).id;
      };
      const maria = `/creators/${await idOf("targets?kind=live&", "Maria")}`;
      await shoot(browser, world, folder, [
        { name: "now", path: "/" },
        { name: "now-phone", path: "/", how: PHONE },
        { name: "creator", path: maria },
        { name: "creator-phone", path: maria, how: PHONE },
        { name: "alert", path: `/alerts/${await idOf("subscriptions?", "Favorites live")}` },
        { name: "wall", path: "/wall", how: { ...DESK, colorScheme: "dark" } },
      ]);
    } finally {
      await world.close();
    }
    const fresh = await openWorld();
    for (const name of ["UPSTREAM_BASE_URL", "UPSTREAM_USERNAME", "UPSTREAM_PASSWORD"]) delete fresh.api.env[name];
    try {
      const how: BrowserContextOptions = { viewport: { width: 1280, height: 1340 }, colorScheme: "light" };
      await withStranger(() =>
        shoot(browser, fresh, folder, [{ name: "first-steps", path: "/first-steps/service", how, before: connects }]),
      );
    } finally {
      await fresh.close();
    }
  } finally {
    await browser.close();
  }
}

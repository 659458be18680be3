import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeLink } from "../../src/features/sign-in/page/link.ts";
import { chromiumPath, openBrowser } from "../support/browser.ts";
import { start, until, type Started } from "../support/started.ts";
import { serve, type TestServer } from "../support/http-server.ts";

interface Person {
  id: string;
  handle: string;
  name: string;
}

/** A service whose paths, parameters and answers are generated for each seed. */
interface Stranger extends TestServer {
  username: string;
  password: string;
  live: Person;
  off: Person;
  /** Has somebody go live. */
  goLive(id: string): void;
  /** Addresses as its documentation shows them: whether a creator is live, and who has a handle. */
  example: string;
  finds: string;
}

const WORDS = ["kiwi", "ember", "delta", "polar", "quill", "raven", "sable", "tango", "umbra", "vivid"];

/** How services express yes and no, and name the field. */
const SAYS: [name: string, yes: unknown, no: unknown][] = [
  ["is_showing", 1, 0],
  ["onAir", true, false],
  ["streamState", "BROADCASTING", "IDLE"],
  ["live_status", 2, 4],
  ["alive", "1", "0"],
];

/** Starts one on this machine. Its live creators do not change. */
async function startStranger(seed: number): Promise<Stranger> {
  let left = seed;
  const pick = <T>(of: T[]): T => of[(left = (left * 48_271 + 11) % 2_147_483_647) % of.length]!;
  const number = (): string => String(700_000 + ((left = (left * 48_271 + 11) % 2_147_483_647) % 90_000));
  const [path, parameter, finder, shell, inner] = [0, 1, 2, 3, 4].map((place) => `${pick(WORDS)}${place}`) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const [key, yes, no] = pick(SAYS);
  const live = { id: number(), handle: `maria.${seed}`, name: "Maria" };
  const off = { id: number(), handle: `lena.${seed}`, name: "Lena" };
  const username = pick(WORDS);
  const password = `pw-${number()}`;
  const onAir = new Set([live.id]);
  const server = await serve((request, _body, response) => {
    const url = new URL(request.url!, "http://x");
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    if (request.headers.authorization !== `Basic ${btoa(`${username}:${password}`)}`)
      return send(401, { message: "no" });
    const requested = url.searchParams.get(parameter);
    if (url.pathname === `/${path}/find`) {
      const one = [live, off].find(({ handle }) => handle === url.searchParams.get(finder));
      return one === undefined ? send(404, {}) : send(200, { [shell]: { uid: Number(one.id), name: one.name } });
    }
    const one = [live, off].find(({ id }) => id === requested);
    if (url.pathname !== `/${path}` || one === undefined) return send(404, {});
    const on = onAir.has(one.id);
    return send(200, {
      took: Math.random(),
      [shell]: {
        [inner]: { uid: requested, nickname: one.name, [key]: on ? yes : no },
        room: { id: on ? "7711034402" : null, headline: on ? "Late-night lo-fi" : null, audience: on ? 1_241 : 0 },
      },
    });
  });
  return {
    ...server,
    username,
    password,
    live,
    off,
    goLive: (id) => void onAir.add(id),
    example: `${server.url}/${path}?${parameter}=${live.id}&format=json`,
    finds: `${server.url}/${path}/find?${finder}=${live.handle}`,
  };
}

let browser: Browser;
let started: Started;
let token: string;
let simulator: string;
let base: string;
const strangers: Stranger[] = [];

beforeAll(async () => {
  if (chromiumPath === undefined) return;
  [browser, started] = await Promise.all([openBrowser(), start({ SEED: "0", TICK_SECONDS: "1" })]);
  [, token] = (await started.printed(/Admin token +(\S+)/)) as unknown as [string, string];
  [, simulator] = (await started.printed(/Inbox +(http:\S+)\/inbox/)) as unknown as [string, string];
  [, base] = (await started.printed(/API +(http:\S+)\/docs/)) as unknown as [string, string];
});
afterAll(async () => {
  await Promise.all([browser?.close(), started?.clean(), ...strangers.map((one) => one.close())]);
});

/** Somebody who counts what they do: each click and each field that is typed into. */
function hands(page: Page) {
  const done: string[] = [];
  return {
    done,
    async type(label: string, text: string) {
      done.push(`types into ${label}`);
      await page.getByLabel(label, { exact: true }).click();
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.insertText(text);
    },
    async click(name: string, role: "button" | "link" = "button") {
      done.push(`clicks ${name}`);
      await page
        .locator("main")
        .getByRole(role, { name: new RegExp(`^${name}`) })
        .first()
        .click();
    },
  };
}

const requested = async (method: string, path: string) =>
  (await fetch(base + path, { method, headers: { authorization: `Bearer ${token}` } })).json();

const watched = async () => ((await requested("GET", "/v1/targets?limit=200")) as { items: { id: string }[] }).items;

/** Has a creator polled now: nobody waits for the minute. */
const poll = (id: string) => requested("POST", `/v1/targets/${id}/poll`);

const inbox = async (): Promise<string> => (await fetch(`${simulator}/inbox.json`)).text();

/** Buttons and links that decide something: what is typed is known to whoever connects a service. */
const decisions = (done: string[]): string[] => done.filter((one) => one.startsWith("clicks "));

/** From the link to an alert, with a service that nobody has seen before. */
async function journey(width: number, scripts: boolean, link: string): Promise<{ done: string[]; seconds: number }> {
  const stranger = await startStranger(width);
  strangers.push(stranger);
  const { live, off } = stranger;
  const context = await browser.newContext({ viewport: { width, height: 860 }, javaScriptEnabled: scripts });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const me = hands(page);
  const startedAt = Date.now();
  await page.goto(link);
  await me.click("Sign in");
  await page.getByRole("link", { name: "First steps", exact: true }).first().waitFor({ state: "attached" });
  if (await page.getByRole("heading", { name: "You're not watching anyone yet" }).isVisible())
    await me.click("First steps", "link");
  else await page.goto(new URL("/first-steps/service", page.url()).href);
  const fold = page.locator("summary", { hasText: "Change the service" });
  if (await fold.isVisible()) await fold.click();
  await me.type("Address", stranger.example);
  await me.type("User name", stranger.username);
  await me.type("Password or key", stranger.password);
  await me.type("Someone who is live right now", live.id);
  await me.type("Someone who is offline", off.id);
  await me.click("Test connection");
  await page.getByText(`${live.name} is live`, { exact: true }).waitFor();
  await page.getByText(`${off.name} is off`).waitFor();
  expect(await page.evaluate("document.documentElement.scrollWidth"), "sideways").toBe(width);
  await me.click("Connect");
  await page.locator("#toast").getByText("connected").waitFor();
  await page.getByText("Connected, not yet proven").waitFor();
  await me.click("Continue", "link");
  await me.type("Webhook address", `${simulator}/inbox/discord/api/webhooks/${width}/journey`);
  await me.click("Add and send a test");
  await page.getByText("A test message arrived in").waitFor();
  // Both are watched already: the one who was offline goes live, and that is the alert.
  stranger.goLive(off.id);
  for (const { id } of await watched()) await poll(id);
  await until(async () => new RegExp(`${off.name}[^"]*is live`).test(await inbox()), "the alert");
  const seconds = (Date.now() - startedAt) / 1000;
  await page.goto(new URL("/first-steps/done", page.url()).href);
  await page.getByRole("heading", { name: "You'll be notified within a minute" }).waitFor();
  const isProven = async () => {
    await page.goto(new URL("/first-steps/service", page.url()).href);
    return page.getByText("Connected, half proven").isVisible();
  };
  await until(isProven, "the proof");
  await page.getByText(`Saw ${off.name} go live`).waitFor();
  console.log(`at ${width} px${scripts ? "" : ", scripts off"}: ${me.done.length} steps in ${seconds.toFixed(1)} s`);
  await context.close();
  return { done: me.done, seconds };
}

test.skipIf(chromiumPath === undefined)(
  "from the printed link to the first alert with a service of an unknown shape, on a phone and with scripts off on a desk",
  async () => {
    const [, link] = (await started.printed(/Open +(http:\S+)/)) as unknown as [string, string];
    const phone = await journey(390, true, link);
    // The first of them signs in.
    expect(decisions(phone.done).slice(1).length).toBeLessThanOrEqual(6);
    // Nobody connects two services within a minute: the first has used up the checks of this one.
    const settings = JSON.stringify({ pollsPerMinute: 600 });
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    expect((await fetch(`${base}/v1/settings`, { method: "PUT", headers, body: settings })).status).toBe(200);
    const other = await makeLink(token, Date.now() + 60_000, "0123456789abcdef");
    const desk = await journey(1280, false, `${base}/?link=${other}`);
    expect(decisions(desk.done).slice(1).length).toBeLessThanOrEqual(6);
  },
);

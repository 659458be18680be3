import { mkdir } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { API_BASES } from "../../src/channels/api-bases.ts";
import { discord } from "../../src/channels/discord/kind.ts";
import { slack } from "../../src/channels/slack/kind.ts";
import type { ChannelKind } from "../../src/channels/kind.ts";
import { outboundSender } from "../../src/edges/outbound/sender.ts";
import { messageOf } from "../../src/flows/deliver/message.ts";
import { eventTypeNames, exampleEvent } from "../../src/targets/events.ts";
import { chromiumPath, openBrowser } from "../support/browser.ts";
import type { TestServer } from "../support/http-server.ts";
import { servedInbox } from "../support/served-inbox.ts";

let browser: Browser;
let server: TestServer;

beforeAll(async () => {
  if (chromiumPath === undefined) return;
  browser = await openBrowser();
  server = await servedInbox();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

test.skipIf(chromiumPath === undefined)("a message of every event type, as Slack and Discord draw it", async () => {
  const send = outboundSender({ local: true, own: null }, 5000, fetch);
  const tell = async <S>(kind: ChannelKind<S>, settings: S, type: string) => {
    const event = exampleEvent(type, `evt_${type}`, Date.now() - 60_000);
    const message = messageOf([{ event: event.id, mentions: [] }], new Map([[event.id, event]]), false, "en");
    const sending = {
      settings,
      deliveryId: "dlv_1",
      message,
      at: Date.now(),
      edit: null,
      plain: false,
      bases: API_BASES,
    };
    expect(kind.judge(await send(kind.render(sending)), { edit: null, plain: false }), type).toMatchObject({
      kind: "sent",
    });
  };
  for (const type of eventTypeNames) {
    await tell(discord, { url: `${server.url}/inbox/discord/api/webhooks/1/x` }, type);
    await tell(slack, { url: `${server.url}/inbox/slack/services/T/B/x` }, type);
  }
  const page = await browser.newPage({ viewport: { width: 1280, height: 5200 } });
  await page.goto(`${server.url}/inbox`);
  await page.getByText("The channel Another channel was disabled").nth(1).waitFor();
  const inbox = (await (await fetch(`${server.url}/inbox.json`)).json()) as { channelKind: string; text: string }[];
  for (const kind of ["discord", "slack"]) {
    const texts = inbox.filter(({ channelKind }) => channelKind === kind).map(({ text }) => text);
    expect(texts).toHaveLength(eventTypeNames.length);
    for (const text of texts) expect(text).not.toMatch(/undefined|NaN|null|\[object/);
  }
  await mkdir("test-results", { recursive: true });
  const ends = await page.getByText("The polled service may be called again").all();
  const boxes = await Promise.all(ends.map((one) => one.boundingBox()));
  // The page has a column for each: Discord's on the left, Slack's in the middle.
  for (const [name, x] of [
    ["discord", 22],
    ["slack", 485],
  ] as const) {
    const last = Math.max(...boxes.flatMap((box) => (box !== null && box.x > x && box.x < x + 450 ? box.y : [])));
    const clip = { x, y: 134, width: 448, height: last - 134 + 80 };
    await page.screenshot({ path: `test-results/messages-${name}.png`, clip });
  }
});

import { mkdir, writeFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import type { Language } from "../../src/core/language.ts";
import { draw } from "../support/outlines.ts";
import { chartsOf, dataOf, reportOf } from "../../src/features/digests/message/report.ts";
import { openBrowser } from "../support/browser.ts";
import { indexed, NOW, scenes, type Notified } from "./scenes.ts";
import { writtenWeek } from "./week.ts";
import { settingsFrom } from "../../sim/settings.ts";
import { createSimulator } from "../../sim/simulator.ts";
import { discord } from "../../src/channels/discord/kind.ts";
import type { ChannelKind, OutboundRequest } from "../../src/channels/kind.ts";
import { basesAt } from "../support/channel-kinds.ts";
import { slackBot } from "../../src/channels/slack-bot/kind.ts";
import type { AnyChannelKind } from "../../src/channels/registry.ts";
import { telegram } from "../../src/channels/telegram/kind.ts";
import { webhook } from "../../src/channels/webhook/kind.ts";
import type { Chart } from "../../src/core/chart.ts";
import type { DeliveryItem } from "../../src/core/delivery.ts";
import { messageOf, withUpdates } from "../../src/engine/deliver/message.ts";
import { picturesFor } from "../../src/features/digests/message/pictures.ts";
import type { Written } from "../../src/features/digests/message/digest.ts";
import { serve } from "../support/http-server.ts";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

/** The inbox on a port of this machine, and what tells it news as channels do. */
interface Stage {
  url: string;
  /** Empties the inbox and turns on those who are on air. */
  clear(onAir: string[]): Promise<void>;
  tell(notified: Notified[], language: Language): Promise<void>;
  digest(written: Written, language: Language): Promise<void>;
  close(): Promise<void>;
}

/** A simulator whose clock stands where the news wants it. */
async function openStage(): Promise<Stage> {
  let clock = NOW;
  let charts: Record<string, Chart> = {};
  const simulator = createSimulator({ now: () => clock, sleep: async () => undefined, settings: settingsFrom({}) });
  const server = await serve(async (request, _text, response, bytes) => {
    const drawn = /^\/pictures\/week-(\w+)\.png/.exec(request.url!)?.[1];
    if (drawn !== undefined) return void response.end(draw(charts[drawn]!, "light"));
    const headers = new Headers(request.headers as Record<string, string>);
    const init = { method: request.method!, headers, ...(bytes.length === 0 ? {} : { body: new Uint8Array(bytes) }) };
    const answer = await simulator.fetch(new Request(`${server.url}${request.url}`, init));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  const { url } = server;
  const bases = basesAt(url);
  const post = (path: string, body: object) =>
    fetch(`${url}${path}`, { method: "POST", body: JSON.stringify(body) }).then((answer) => answer.ok || fail(path));

  /** Sends as the sender does, and says what the message is called for an edit. */
  async function sent(kind: Pick<AnyChannelKind, "kind" | "judge">, request: OutboundRequest): Promise<string | null> {
    const { method, headers, body, files = [] } = request;
    const form = new FormData();
    form.set("payload_json", body);
    for (const [n, { name, type, bytes }] of files.entries())
      form.set(`files[${n}]`, new Blob([new Uint8Array(bytes)], { type }), name);
    const { "content-type": _type, ...others } = headers;
    const answer = await fetch(
      request.url,
      files.length === 0 ? { method, headers, body } : { method, headers: others, body: form },
    );
    const arrived = {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: await answer.text(),
      error: null,
    };
    const outcome = kind.judge(arrived, { edit: null, plain: false });
    return outcome.kind === "sent" ? outcome.ref : fail(`${kind.kind}: ${arrived.status} ${arrived.body}`);
  }

  async function notifyOne<S>(kind: ChannelKind<S>, settings: S, notified: Notified[], language: Language) {
    let standing: { ref: string | null; items: DeliveryItem[] } = { ref: null, items: [] };
    for (const { at, events, edits, pings } of notified) {
      clock = at;
      const known = new Map(notified.flatMap((one) => one.events).map((event) => [event.id, event]));
      const mentions = pings === true ? [{ kind: "here" as const }] : [];
      const own = events.map(({ id }): DeliveryItem => ({ event: id, mentions }));
      const edit = edits === true && kind.editing !== undefined ? standing.ref : null;
      const items = edit === null ? own : withUpdates(standing.items, own, known, at);
      for (const part of kind.groups ? [items] : items.map((item) => [item])) {
        const message = messageOf(part, known, edit !== null, language);
        const sending = { settings, deliveryId: `dlv_${part[0]!.event}`, message, at, edit, plain: false, bases };
        const ref = await sent(kind, kind.render(sending));
        if (edit === null) standing = { ref, items };
      }
    }
  }

  async function digestOne<S>(kind: ChannelKind<S>, settings: S, written: Written, language: Language) {
    charts = chartsOf(written, language);
    const deps = { draw, publicUrl: url, mostFiles: 4 };
    const pictures = picturesFor(kind.pictures, charts, "week", language, deps);
    const report = reportOf(written, { pictures }, language);
    const data = dataOf("dgt_week", { ...written, content: written.content }, report.headline, null);
    const reporting = {
      settings,
      deliveryId: "dlv_week",
      report,
      data,
      writtenAt: clock,
      at: clock,
      plain: false,
      bases,
    };
    await sent(kind, kind.report(reporting));
  }

  const discordHere = { url: `${url}/inbox/discord/api/webhooks/1/x` };
  const slackHere = { token: "xoxb-1-2-x", channel: "C012AB" };
  const telegramHere = { token: `100000000:${"a".repeat(35)}`, chatId: "-1001000000001" };
  return {
    url,
    async clear(onAir) {
      clock = NOW;
      await post("/_sim/reset", {});
      const { cast } = (await (await fetch(`${url}/_sim/state`)).json()) as {
        cast: { userId: string; name: string }[];
      };
      for (const { userId, name } of cast) await post("/_sim/live", { userId, on: onAir.includes(name) });
    },
    async tell(notified, language) {
      await notifyOne(discord, discordHere, notified, language);
      await notifyOne(slackBot, slackHere, notified, language);
      await notifyOne(telegram, telegramHere, notified, language);
      await notifyOne(webhook, { url: `${url}/inbox/webhook/moderators`, secret: SECRET }, notified, language);
      clock = NOW;
    },
    async digest(written, language) {
      clock = written.to;
      await digestOne(discord, discordHere, written, language);
      await digestOne(slackBot, slackHere, written, language);
      clock = NOW;
    },
    close: () => server.close(),
  };
}

const fail = (what: string): never => {
  throw new Error(`the inbox took no message: ${what}`);
};

/** The languages that the documents show, each with the reader's own. */
const DISPLAYED = { en: "en-GB", de: "de-DE" } as const satisfies Partial<Record<Language, string>>;

type Displayed = keyof typeof DISPLAYED;

const DIGEST = { en: "Monday's movers", de: "Die Woche am Montag" };
const ON_AIR = ["Kenji Plays", "Maria", "Suna Draws", "Zoé & the Cat"];

/** Both chats side by side, as long as their messages are, without the page around them. */
const BARE = `html, body { height: auto; } .top, .cast, .column.webhook, .column.telegram { display: none; }
  .columns { grid-template-columns: 1fr 1fr; grid-template-rows: auto; padding: 0; } .feed { overflow: visible; max-height: none; }`;

async function opened(browser: Browser, stage: Stage, locale: string, width: number, height: number): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height },
    locale,
    timezoneId: "Europe/Berlin",
    reducedMotion: "reduce",
    bypassCSP: true,
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(NOW);
  await page.goto(`${stage.url}/inbox`);
  await page.locator(".discord article, .slack article").nth(1).waitFor();
  await page.waitForFunction("[...document.images].every((one) => one.complete && one.naturalWidth > 0)");
  return page;
}

/** Takes those of these languages, named as the documents name them, into a folder. */
export async function takePictures(folder: string, languages: Displayed[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const [browser, stage] = await Promise.all([openBrowser(), openStage()]);
  try {
    for (const language of languages) {
      const shoot = async (name: string, width = 960) => {
        const page = await opened(browser, stage, DISPLAYED[language], width, 800);
        await page.addStyleTag({ content: BARE });
        const shot = await page.locator(".columns").screenshot();
        await writeFile(`${folder}/messages-${name}-${language}.png`, indexed(shot));
        await page.context().close();
      };
      for (const [name, scene] of Object.entries(scenes)) {
        await stage.clear(ON_AIR);
        await stage.tell(scene(stage.url), language);
        await shoot(name);
      }
      await stage.clear(ON_AIR);
      await stage.digest(writtenWeek(DIGEST[language]), language);
      await shoot("digest");
    }
    await stage.clear(ON_AIR);
    await stage.tell(scenes["lives"]!(stage.url).slice(0, 4), "en");
    const page = await opened(browser, stage, DISPLAYED.en, 1280, 1120);
    await writeFile(`${folder}/inbox.png`, indexed(await page.screenshot()));
    const charts = chartsOf(writtenWeek(DIGEST.en), "en");
    for (const name of ["lives", "hashtags"])
      await writeFile(`${folder}/digest-${name}.png`, draw(charts[name]!, "light"));
  } finally {
    await Promise.all([browser.close(), stage.close()]);
  }
}

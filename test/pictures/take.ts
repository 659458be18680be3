import { mkdir, writeFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import type { Language } from "../../src/core/language.ts";
import { draw } from "../support/outlines.ts";
import { chartsOf } from "../../src/features/digests/message/report.ts";
import { openBrowser } from "../support/browser.ts";
import { indexed, NOW, scenes } from "./scenes.ts";
import { openStage, type Stage } from "./stage.ts";
import { writtenWeek } from "./week.ts";

/** The languages that the documents show, each with the reader's own. */
const DISPLAYED = { en: "en-GB", de: "de-DE" } as const satisfies Partial<Record<Language, string>>;

type Displayed = keyof typeof DISPLAYED;

const DIGEST = { en: "Monday's movers", de: "Die Woche am Montag" };
const ON_AIR = ["Kenji Plays", "Maria", "Suna Draws", "Zoé & the Cat"];

/** Both chats side by side, as long as their messages are, without the page around them. */
const BARE = `html, body { height: auto; } .top, .cast, .column.webhook { display: none; }
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

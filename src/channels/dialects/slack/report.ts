import { cut } from "../../../core/text.ts";
import type { Language } from "../../../core/language.ts";
import type { Report, ReportPicture, ReportSection } from "../../../core/report.ts";
import { safeLink } from "../../link.ts";
import { displayedLine, fitted, inert } from "../../phrases.ts";
import { cardsOf, type DisplayedCard } from "../../reports/cards.ts";
import { plainReport } from "../../reports/plain.ts";
import {
  brief,
  type Extent,
  EXTENTS,
  figuresOf,
  headlineOf,
  legendIn,
  linksIn,
  MAX_TABLES,
  onLine,
  quietOf,
  ROWS_WITH_CARDS,
  sectionsOf,
  titleOf,
  withLinks,
} from "../../reports/parts.ts";
import { tableText } from "../../reports/table.ts";
import { MAX_CHARACTERS, reported } from "./content.ts";
import { mrkdwn, plainMrkdwn, plainSigns } from "./mrkdwn.ts";
import { channelWords } from "../../words/words.ts";

const ROOMS = [4000, 2500, 1000];
const MAX_BLOCKS = 50;
const MAX_TEXT = 3000;

interface Block {
  type: string;
  text?: { type: string; text: string; emoji?: boolean };
  fields?: ReturnType<typeof reported>[];
  elements?: ReturnType<typeof reported>[];
  [more: string]: unknown;
}

/** A digest as JSON below 12,000 characters, added to `base`. It has blocks, or only text if Slack refused blocks. */
export function slackReport(report: Report, plain: boolean, base: Record<string, unknown>): string {
  const forms = plain ? ROOMS.map((room) => ({ text: plainReport(report, plainMrkdwn, room) })) : blockForms(report);
  for (const form of forms) {
    const body = JSON.stringify({ ...base, ...form });
    if (body.length <= MAX_CHARACTERS) return body;
  }
  throw new Error("a digest does not fit its smallest form");
}

/** Forms from the most to the least detailed. Tables are reduced first, then alt texts, then pictures. */
function* blockForms(report: Report): Generator<{ text: string; blocks: Block[] }> {
  const text = plainReport({ ...report, sections: [] }, plainMrkdwn, 1000);
  const head = headBlocks(report);
  const created = sectionsOf(report).map((section) => sectionBlocks(section, report.language));
  const smallest = EXTENTS.at(-1)!;
  for (const [extent, alt] of [
    ...EXTENTS.map((one): [Extent, number] => [one, one === smallest ? 1000 : 2000]),
    [smallest, 150] as const,
    [smallest, 0] as const,
  ]) {
    const blocks = [...head, ...created.flatMap((blocksOf) => blocksOf(extent, alt))];
    const fits = blocks.every((block) => (block.text?.text.length ?? 0) <= MAX_TEXT);
    if (fits && blocks.length <= MAX_BLOCKS) yield { text, blocks };
  }
}

function headBlocks(report: Report): Block[] {
  const period = brief(report.period, 200, mrkdwn);
  const fields = figuresOf(report, mrkdwn).map(({ label, value, detail }) =>
    reported([label, mrkdwn.strong(value), ...(detail === "" ? [] : [detail])].join("\n")),
  );
  const [headline, quiet] = [headlineOf(report, mrkdwn), quietOf(report, mrkdwn)];
  return [
    header(titleOf(report)),
    ...(headline === "" ? [] : [section(headline)]),
    ...(period === "" ? [] : [context(period)]),
    ...(fields.length === 0 ? [] : [{ type: "section", fields }]),
    ...(quiet === "" ? [] : [context(quiet)]),
  ];
}

type SectionBlocks = (extent: Extent, alt: number) => Block[];

function sectionBlocks(
  { title, tables, cards, note, picture, links }: ReportSection,
  language: Language,
): SectionBlocks {
  const top = [{ type: "divider" }, header(onLine(title, 150) || "–")];
  const texts = tables.slice(0, MAX_TABLES).map((table) => tableText(table, language, mrkdwn));
  const words = brief(note ?? "", 300, mrkdwn);
  const looks = cardsOf(cards, mrkdwn).map((card) => cardBlock(card, language));
  const linked = linksIn(links, mrkdwn);
  return (extent, alt) => {
    const displayed = texts.slice(0, extent.tables).map((text) => text(extent.rows));
    return [
      ...top,
      ...displayed.filter((text) => text !== "").map(section),
      ...(extent.rows < ROWS_WITH_CARDS ? [] : looks),
      ...(picture === null || alt === 0 ? [] : imageBlocks(picture, alt, language)),
      ...(words === "" ? [] : [context(words)]),
      ...(linked === "" || !withLinks(extent) ? [] : [section(linked)]),
    ];
  };
}

/** Pictures that are safe to show. Slack refuses a whole message for a picture that it cannot read, such as WebP. */
const READABLE = /^[^?]+\.(png|jpe?g|gif)(\?|$)/i;

function cardBlock({ text, title, image }: DisplayedCard, language: Language): Block {
  if (image === null || !READABLE.test(image)) return section(text);
  return { ...section(text), accessory: { type: "image", image_url: image, alt_text: altText(title, 200, language) } };
}

/** A picture's block. Slack fetches pictures itself, so they need an address. */
function imageBlocks(picture: ReportPicture, max: number, language: Language): Block[] {
  const address = picture.url === null ? null : safeLink(picture.url);
  if (address === null) return [];
  const legend = legendIn(picture, language, mrkdwn);
  return [
    { type: "image", image_url: address, alt_text: altText(picture.alt, max, language) },
    ...(legend === "" ? [] : [context(legend)]),
  ];
}

/** Text that cannot mention anyone. */
const altText = (text: string, max: number, language: Language): string =>
  cut(inert(displayedLine(text)).replaceAll("<", "‹").replaceAll(">", "›"), max) || channelWords[language].picture;

const header = (text: string): Block => ({
  type: "header",
  text: { type: "plain_text", text: fitted(text, 150, plainSigns), emoji: false },
});

const context = (text: string): Block => ({ type: "context", elements: [reported(text)] });

/** `expand` prevents Slack from collapsing it. */
const section = (text: string): Block => ({ type: "section", text: reported(text), expand: true });

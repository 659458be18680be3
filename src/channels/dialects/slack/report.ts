import { cut } from "../../../core/text.ts";
import type { Report, ReportPicture, ReportSection } from "../../../core/report.ts";
import { safeLink } from "../../link.ts";
import { fitted, inert, shownLine } from "../../phrases.ts";
import { plainReport } from "../../reports/plain.ts";
import {
  brief,
  EXTENTS,
  figuresOf,
  MOST_TABLES,
  onLine,
  sectionsOf,
  titleOf,
  type Extent,
} from "../../reports/parts.ts";
import { tableText } from "../../reports/table.ts";
import { MOST_CHARACTERS, said } from "./content.ts";
import { mrkdwn, plainMrkdwn, plainSigns } from "./mrkdwn.ts";

const ROOMS = [4000, 2500, 1000];
const MOST_BLOCKS = 50;
const MOST_TEXT = 3000;

interface Block {
  type: string;
  text?: { type: string; text: string; emoji?: boolean };
  fields?: ReturnType<typeof said>[];
  elements?: ReturnType<typeof said>[];
  [more: string]: unknown;
}

/** A digest as JSON below 12,000 characters over what is in `base`: blocks, or text alone where blocks were refused. */
export function slackReport(report: Report, plain: boolean, base: Record<string, unknown>): string {
  const forms = plain ? ROOMS.map((room) => ({ text: plainReport(report, plainMrkdwn, room) })) : blockForms(report);
  for (const form of forms) {
    const body = JSON.stringify({ ...base, ...form });
    if (body.length <= MOST_CHARACTERS) return body;
  }
  throw new Error("a digest does not fit its smallest form");
}

/** From all to the least: the tables give way, then the words of pictures, then the pictures. */
function* blockForms(report: Report): Generator<{ text: string; blocks: Block[] }> {
  const text = plainReport({ ...report, sections: [] }, plainMrkdwn, 1000);
  const head = headBlocks(report);
  const made = sectionsOf(report).map(sectionBlocks);
  const smallest = EXTENTS.at(-1)!;
  for (const [extent, alt] of [
    ...EXTENTS.map((one): [Extent, number] => [one, one === smallest ? 1000 : 2000]),
    [smallest, 150] as const,
    [smallest, 0] as const,
  ]) {
    const blocks = [...head, ...made.flatMap((blocksOf) => blocksOf(extent, alt))];
    const fits = blocks.every((block) => (block.text?.text.length ?? 0) <= MOST_TEXT);
    if (fits && blocks.length <= MOST_BLOCKS) yield { text, blocks };
  }
}

function headBlocks(report: Report): Block[] {
  const period = brief(report.period, 200, mrkdwn);
  const fields = figuresOf(report, mrkdwn).map(({ label, value, detail }) =>
    said([label, mrkdwn.strong(value), ...(detail === "" ? [] : [detail])].join("\n")),
  );
  return [
    header(titleOf(report)),
    ...(period === "" ? [] : [context(period)]),
    ...(fields.length === 0 ? [] : [{ type: "section", fields }]),
  ];
}

type SectionBlocks = (extent: Extent, alt: number) => Block[];

function sectionBlocks({ title, tables, note, picture }: ReportSection): SectionBlocks {
  const top = [{ type: "divider" }, header(onLine(title, 150) || "–")];
  const texts = tables.slice(0, MOST_TABLES).map((table) => tableText(table, mrkdwn));
  const words = brief(note ?? "", 300, mrkdwn);
  return (extent, alt) => {
    const shown = texts.slice(0, extent.tables).map((text) => text(extent.rows));
    return [
      ...top,
      ...shown.filter((text) => text !== "").map(section),
      ...(picture === null || alt === 0 ? [] : imageBlocks(picture, alt)),
      ...(words === "" ? [] : [context(words)]),
    ];
  };
}

/** Slack fetches a picture itself: it needs an address. */
function imageBlocks({ url, alt }: ReportPicture, most: number): Block[] {
  const address = url === null ? null : safeLink(url);
  if (address === null) return [];
  const words = inert(shownLine(alt)).replaceAll("<", "‹").replaceAll(">", "›");
  return [{ type: "image", image_url: address, alt_text: cut(words, most) || "Picture" }];
}

const header = (text: string): Block => ({
  type: "header",
  text: { type: "plain_text", text: fitted(text, 150, plainSigns), emoji: false },
});

const context = (text: string): Block => ({ type: "context", elements: [said(text)] });

/** `expand`: nothing of it is folded away. */
const section = (text: string): Block => ({ type: "section", text: said(text), expand: true });

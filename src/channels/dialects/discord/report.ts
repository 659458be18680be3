import type { Language } from "../../../core/language.ts";
import type { Report, ReportPicture, ReportSection } from "../../../core/report.ts";
import { cut } from "../../../core/text.ts";
import type { OutboundFile, OutboundRequest } from "../../kind.ts";
import { safeLink } from "../../link.ts";
import { inert, displayedLine } from "../../phrases.ts";
import { cardsOf } from "../../reports/cards.ts";
import { plainReport } from "../../reports/plain.ts";
import {
  brief,
  EXTENTS,
  figuresOf,
  headlineOf,
  legendIn,
  linksIn,
  MAX_TABLES,
  quietOf,
  ROWS_WITH_CARDS,
  sectionsOf,
  titleOf,
  withLinks,
  type Extent,
} from "../../reports/parts.ts";
import { tableText } from "../../reports/table.ts";
import { toneColors } from "../../tone-colors.ts";
import { markdown, plainMarkdown } from "./content.ts";
import { mentioned } from "./mentions.ts";

const MAX_TOTAL = 6000;
const MAX_DESCRIPTION = 4096;

interface Embed {
  title?: string;
  description?: string;
  color: number;
  fields?: { name: string; value: string; inline: boolean }[];
  image?: { url: string };
  thumbnail?: { url: string };
}

/** Discord takes ten files in a message, and ten megabytes together. */
const MAX_FILES = 10;
const MAX_BYTES = 9_000_000;

/** What a message attaches. */
interface Attached {
  /** The image URL of each picture's embed; null for none. */
  urls: (string | null)[];
  attachments: { id: number; filename: string; description?: string }[];
  files: OutboundFile[];
}

/** Attaches pictures as files if they fit, and otherwise links those that have an address. */
function attached(pictures: (ReportPicture | null)[]): Attached {
  const created: Attached = { urls: [], attachments: [], files: [] };
  let room = MAX_BYTES;
  for (const picture of pictures) {
    const file = picture?.file ?? null;
    if (picture !== null && file !== null && file.bytes.length <= room) {
      room -= file.bytes.length;
      const id = created.files.length;
      const name = nameFor(file.name, "png", created.files);
      const description = cut(inert(displayedLine(picture.alt)), 1024);
      created.files.push({ name, type: "image/png", bytes: file.bytes });
      created.attachments.push({ id, filename: name, ...(description === "" ? {} : { description }) });
      created.urls.push(`attachment://${name}`);
    } else created.urls.push(picture?.url == null ? null : safeLink(picture.url));
  }
  return created;
}

/** Adds the tables of sections behind the pictures, as long as they fit. */
function withTables({ urls, attachments, files }: Attached, sections: Pick<ReportSection, "file">[]): Attached {
  const created: Attached = { urls, attachments: [...attachments], files: [...files] };
  let room = MAX_BYTES - files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  for (const { file } of sections) {
    if (file === null || file.bytes.length > room || created.files.length === MAX_FILES) continue;
    room -= file.bytes.length;
    const filename = nameFor(file.name, "csv", created.files);
    created.attachments.push({ id: created.files.length, filename });
    created.files.push({ name: filename, type: file.type, bytes: file.bytes });
  }
  return created;
}

/** A file name without special characters. Discord would rename the file, and the embed would not find it. */
function nameFor(text: string, extension: "png" | "csv", taken: OutboundFile[]): string {
  const stem =
    text
      .replace(/\.\w{1,4}$/, "")
      .replace(/[^\w-]/g, "_")
      .slice(0, 60) || (extension === "png" ? "picture" : "table");
  const name = `${stem}.${extension}`;
  return taken.some((file) => file.name === name) ? `${stem}-${taken.length}.${extension}` : name;
}

/** A digest for Discord, with its pictures and tables as files. It mentions nobody. */
export function discordReport(report: Report, plain: boolean): { content: object } & Pick<OutboundRequest, "files"> {
  const calm = { allowed_mentions: mentioned([]).allowed };
  if (plain) return { content: { content: plainReport(report, plainMarkdown, 1999), ...calm } };
  const displayed = sectionsOf(report);
  const { urls, attachments, files } = withTables(attached(displayed.map(({ picture }) => picture)), displayed);
  const content = {
    content: [`**${brief(titleOf(report), 200, markdown)}**`, headlineOf(report, markdown)].filter(Boolean).join("\n"),
    embeds: fittedEmbeds(report, urls),
    ...(files.length === 0 ? {} : { attachments }),
    ...calm,
  };
  return files.length === 0 ? { content } : { content, files };
}

function fittedEmbeds(report: Report, images: (string | null)[]): Embed[] {
  const head = headEmbed(report);
  const created = sectionsOf(report).map((section, index) =>
    sectionEmbed(section, images[index] ?? null, report.language),
  );
  for (const extent of EXTENTS) {
    const sections = created.map((embedOf) => embedOf(extent));
    const embeds = [...head, ...sections];
    const fits = sections.every(({ description = "" }) => description.length <= MAX_DESCRIPTION);
    if (fits && embeds.reduce((sum, embed) => sum + lengthOf(embed), 0) <= MAX_TOTAL) return embeds;
  }
  throw new Error("a digest does not fit its smallest form");
}

function headEmbed(report: Report): Embed[] {
  const quiet = quietOf(report, markdown);
  const description = [brief(report.period, 200, markdown), quiet === "" ? "" : markdown.quiet(quiet)]
    .filter((text) => text !== "")
    .join("\n");
  const fields = figuresOf(report, markdown).map(({ label, value, detail }) => ({
    name: label,
    value: detail === "" ? markdown.strong(value) : `${markdown.strong(value)}\n${detail}`,
    inline: true,
  }));
  if (description === "" && fields.length === 0) return [];
  return [
    {
      ...(description === "" ? {} : { description }),
      color: toneColors.news,
      ...(fields.length === 0 ? {} : { fields }),
    },
  ];
}

function sectionEmbed(
  { title, tables, cards, note, picture, links }: ReportSection,
  image: string | null,
  language: Language,
): (extent: Extent) => Embed {
  const name = brief(title, 100, markdown) || "–";
  const reported = brief(note ?? "", 250, markdown);
  const texts = tables.slice(0, MAX_TABLES).map((table) => tableText(table, language, markdown));
  const looks = cardsOf(cards, markdown);
  const linked = linksIn(links, markdown);
  const thumbnail = looks.find((card) => card.image !== null)?.image ?? null;
  return (extent) => {
    const carded = extent.rows >= ROWS_WITH_CARDS;
    const displayed = texts.slice(0, extent.tables).map((text) => text(extent.rows));
    const legend = image === null ? "" : legendIn(picture, language, markdown);
    const looked = carded ? looks.map(({ text }) => text) : [];
    const description = [
      ...displayed,
      ...looked,
      ...[reported, legend].map((text) => (text === "" ? "" : markdown.quiet(text))),
      withLinks(extent) ? linked : "",
    ]
      .filter((text) => text !== "")
      .join("\n");
    return {
      title: name,
      ...(description === "" ? {} : { description }),
      color: toneColors.news,
      ...(image === null ? {} : { image: { url: image } }),
      ...(thumbnail === null || !carded ? {} : { thumbnail: { url: thumbnail } }),
    };
  };
}

const lengthOf = ({ title = "", description = "", fields = [] }: Embed): number =>
  fields.reduce((sum, { name, value }) => sum + name.length + value.length, title.length + description.length);

import type { Report, ReportSection } from "../../../core/report.ts";
import type { OutboundRequest } from "../../kind.ts";
import { plainReport } from "../../reports/plain.ts";
import { brief, EXTENTS, figuresOf, MOST_TABLES, sectionsOf, titleOf, type Extent } from "../../reports/parts.ts";
import { tableText } from "../../reports/table.ts";
import { toneColors } from "../../tone-colors.ts";
import { markdown, plainMarkdown } from "./markdown.ts";
import { called } from "./mentions.ts";
import { attached } from "./pictures.ts";

const MOST_TOTAL = 6000;
const MOST_DESCRIPTION = 4096;

interface Embed {
  title?: string;
  description?: string;
  color: number;
  fields?: { name: string; value: string; inline: boolean }[];
  image?: { url: string };
}

/** What a digest says to Discord, and the pictures that go along; it calls nobody. */
export function discordReport(report: Report, plain: boolean): { content: object } & Pick<OutboundRequest, "files"> {
  const calm = { allowed_mentions: called([]).allowed };
  if (plain) return { content: { content: plainReport(report, plainMarkdown, 1999), ...calm } };
  const pictures = attached(sectionsOf(report).map(({ picture }) => picture));
  const { attachments, files } = pictures;
  const content = {
    content: `**${brief(titleOf(report), 200, markdown)}**`,
    embeds: fittedEmbeds(report, pictures.urls),
    ...(files.length === 0 ? {} : { attachments }),
    ...calm,
  };
  return files.length === 0 ? { content } : { content, files };
}

function fittedEmbeds(report: Report, images: (string | null)[]): Embed[] {
  const head = headEmbed(report);
  const made = sectionsOf(report).map((section, index) => sectionEmbed(section, images[index] ?? null));
  for (const extent of EXTENTS) {
    const sections = made.map((embedOf) => embedOf(extent));
    const embeds = [...head, ...sections];
    const fits = sections.every(({ description = "" }) => description.length <= MOST_DESCRIPTION);
    if (fits && embeds.reduce((sum, embed) => sum + lengthOf(embed), 0) <= MOST_TOTAL) return embeds;
  }
  throw new Error("a digest does not fit its smallest form");
}

function headEmbed(report: Report): Embed[] {
  const description = brief(report.period, 200, markdown);
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

function sectionEmbed({ title, tables, note }: ReportSection, image: string | null): (extent: Extent) => Embed {
  const name = brief(title, 100, markdown) || "–";
  const said = brief(note ?? "", 250, markdown);
  const texts = tables.slice(0, MOST_TABLES).map((table) => tableText(table, markdown));
  return (extent) => {
    const shown = texts.slice(0, extent.tables).map((text) => text(extent.rows));
    const description = [...shown, said === "" ? "" : markdown.quiet(said)].filter((text) => text !== "").join("\n");
    return {
      title: name,
      ...(description === "" ? {} : { description }),
      color: toneColors.news,
      ...(image === null ? {} : { image: { url: image } }),
    };
  };
}

const lengthOf = ({ title = "", description = "", fields = [] }: Embed): number =>
  fields.reduce((sum, { name, value }) => sum + name.length + value.length, title.length + description.length);

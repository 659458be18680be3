import type { Dialect } from "../../channels/phrases.ts";
import { plainMessage } from "../../channels/plain-message.ts";
import { plainReport } from "../../channels/reports/plain.ts";
import { iso } from "../../core/instant.ts";
import type { Message } from "../../core/notice.ts";
import type { Report } from "../../core/report.ts";
import { mentionText } from "../../resources/ref.ts";

const asItIs = (text: string): string => text;

const dialect: Dialect = {
  text: asItIs,
  strong: asItIs,
  label: asItIs,
  link: (label, url) => (label === url ? url : `${label} (${url})`),
  instant: (at) => iso(at),
};

const MAX = 4000;

/** A message as plain text: its mentions, then its words. */
export function plainText(message: Message): string {
  const words = plainMessage(message, dialect, MAX);
  return message.mentions.length === 0 ? words : `${message.mentions.map(mentionText).join(" ")}\n${words}`;
}

/** A digest as plain text. */
export const plainReportText = (report: Report): string => plainReport(report, dialect, MAX);

/** A value with its labels. */
export type Sample = [labels: Record<string, string>, value: number];

/** A family of metrics in the Prometheus text format 0.0.4, its samples in order. */
export function family(name: string, type: "counter" | "gauge", help: string, samples: Sample[]): string {
  const lines = samples.map(([labels, value]) => {
    const inside = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
    return `${name}${inside.length === 0 ? "" : `{${inside.join(",")}}`} ${value}`;
  });
  return `${[`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines.sort()].join("\n")}\n`;
}

const escaped = (text: string): string =>
  text.toWellFormed().replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

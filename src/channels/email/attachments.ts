import type { Report, ReportFile } from "../../core/report.ts";

/** Limit on the bytes of all attachments. Every service takes five megabytes, base64 and the rest of the email included. */
const MAX_ATTACHED_BYTES = 2_000_000;

/** The tables of a report's sections as files to attach, as long as they fit together. */
export function attachedIn({ sections }: Report): ReportFile[] {
  const files: ReportFile[] = [];
  let left = MAX_ATTACHED_BYTES;
  for (const { file } of sections) {
    if (file === null || file.bytes.length > left) continue;
    left -= file.bytes.length;
    files.push({ ...file, name: nameFor(file.name, files) });
  }
  return files;
}

/** A file name that every service and mail program takes, distinct from those before. */
function nameFor(text: string, taken: ReportFile[]): string {
  const stem = text
    .replace(/\.\w{1,4}$/, "")
    .replace(/[^\w-]/g, "_")
    .slice(0, 60);
  const name = `${stem || "table"}.csv`;
  return taken.some((file) => file.name === name) ? `${stem || "table"}-${taken.length}.csv` : name;
}

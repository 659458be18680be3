import { cut } from "../../../core/text.ts";
import type { ReportPicture, ReportSection } from "../../../core/report.ts";
import type { OutboundFile } from "../../kind.ts";
import { safeLink } from "../../link.ts";
import { inert, displayedLine } from "../../phrases.ts";

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
export function attached(pictures: (ReportPicture | null)[]): Attached {
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
export function withTables({ urls, attachments, files }: Attached, sections: Pick<ReportSection, "file">[]): Attached {
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

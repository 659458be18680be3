import { cut } from "../../../core/text.ts";
import type { ReportPicture } from "../../../core/report.ts";
import type { OutboundFile } from "../../kind.ts";
import { safeLink } from "../../link.ts";
import { inert, shownLine } from "../../phrases.ts";

const MOST_BYTES = 9_000_000;

interface Pictures {
  /** Of each picture what its embed shows, null for none. */
  urls: (string | null)[];
  attachments: { id: number; filename: string; description?: string }[];
  files: OutboundFile[];
}

/** Pictures as files that go along, as addresses where there is no file, or not at all. */
export function attached(pictures: (ReportPicture | null)[]): Pictures {
  const made: Pictures = { urls: [], attachments: [], files: [] };
  let room = MOST_BYTES;
  for (const picture of pictures) {
    const file = picture?.file ?? null;
    if (picture !== null && file !== null && file.bytes.length <= room) {
      room -= file.bytes.length;
      const id = made.files.length;
      const name = nameFor(file.name, made.files);
      const description = cut(inert(shownLine(picture.alt)), 1024);
      made.files.push({ name, type: "image/png", bytes: file.bytes });
      made.attachments.push({ id, filename: name, ...(description === "" ? {} : { description }) });
      made.urls.push(`attachment://${name}`);
    } else made.urls.push(picture?.url == null ? null : safeLink(picture.url));
  }
  return made;
}

/** Discord renames a file that has other signs in its name, and then an embed looks for it in vain. */
function nameFor(text: string, taken: OutboundFile[]): string {
  const stem =
    text
      .replace(/\.png$/i, "")
      .replace(/[^\w-]/g, "_")
      .slice(0, 60) || "picture";
  const name = `${stem}.png`;
  return taken.some((file) => file.name === name) ? `${stem}-${taken.length}.png` : name;
}

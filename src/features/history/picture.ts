import type { AirtimeRow } from "../../sections/airtime-shape.ts";
import type { Chart } from "../../core/chart.ts";
import type { Language } from "../../core/language.ts";
import type { Edition } from "../digests/message/digest.ts";
import type { Draw } from "../digests/message/pictures.ts";
import { chartsOf } from "../digests/message/report.ts";
import { nameOfPeriod, rowsOf } from "../digests/message/tables.ts";

export interface PicturePorts {
  /** The edition with this picture key, if its pictures are still available at this wall clock time. */
  byPictureKey: (key: string, now: number) => Promise<Edition | null>;
  wallNow: () => number;
  /** Returns the renderer; null if its font is missing. */
  drawer: () => Promise<Draw | null>;
}

const NAME = /^([a-z0-9]{20,64})-([a-z]{1,40})$/;

/** The edition and section of a picture's name; null if it does not exist or is no longer available. */
async function named(name: string, { byPictureKey, wallNow }: Pick<PicturePorts, "byPictureKey" | "wallNow">) {
  const [, key, section] = NAME.exec(name) ?? [];
  const edition = key === undefined ? null : await byPictureKey(key, wallNow());
  if (edition === null || edition.content === null || section === undefined) return null;
  return { written: { ...edition, content: edition.content }, section };
}

/**
 * The chart for a picture's name, `{key}-{section}`, in a language; null if it does not exist or is no longer
 * available.
 */
export async function pictureIn(name: string, language: Language, ports: PicturePorts): Promise<Chart | null> {
  const found = await named(name, ports);
  return found === null ? null : (chartsOf(found.written, language)[found.section] ?? null);
}

/** The rows of the table with this name, `{key}-{section}`, and the name of their period; null likewise. */
export async function tableIn(
  name: string,
  ports: PicturePorts,
): Promise<{ period: string; rows: AirtimeRow[] } | null> {
  const found = await named(name, ports);
  const rows = found === null ? null : rowsOf(found.written, found.section);
  return found === null || rows === null ? null : { period: nameOfPeriod(found.written), rows };
}

import type { Chart } from "../../core/chart.ts";
import type { Language } from "../../core/language.ts";
import type { Edition } from "../digest/digest.ts";
import type { Draw } from "../digest/pictures.ts";
import { chartsOf } from "../digest/report.ts";

export interface PicturePorts {
  /** The edition whose pictures answer under this key, at this instant of the wall clock. */
  byPictureKey: (key: string, now: number) => Promise<Edition | null>;
  wallNow: () => number;
  /** What draws; null where its font cannot be had. */
  drawer: () => Promise<Draw | null>;
}

const NAME = /^([a-z0-9]{20,64})-([a-z]{1,40})$/;

/** The chart that a picture's address names, `{key}-{section}`, with its words in a language; null where none does, or no longer. */
export async function pictureIn(
  name: string,
  language: Language,
  { byPictureKey, wallNow }: PicturePorts,
): Promise<Chart | null> {
  const [, key, section] = NAME.exec(name) ?? [];
  const edition = key === undefined ? null : await byPictureKey(key, wallNow());
  if (edition === null || edition.content === null || section === undefined) return null;
  return chartsOf({ ...edition, content: edition.content }, language)[section] ?? null;
}

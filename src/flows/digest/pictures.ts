import type { Chart } from "../../core/chart.ts";
import type { Language } from "../../core/language.ts";
import type { ReportPicture } from "../../core/report.ts";
import { legendOf } from "../../pictures/legend.ts";
import type { Theme } from "../../pictures/theme.ts";

/** A chart as PNG. */
export type Draw = (chart: Chart, theme: Theme) => Uint8Array;

export interface PictureDeps {
  /** Null where nothing can be drawn. */
  draw: Draw | null;
  /** Where readers reach us; null where nobody said. */
  publicUrl: string | null;
  /** Pictures that one message may have drawn: drawing takes time. */
  mostFiles: number;
}

/** Fonts for every script would weigh tens of megabytes: chats have them, so a letter is drawn and the name is written. */
const legendText = (chart: Chart): string | null =>
  legendOf(chart)
    .map(({ letter, name }) => `${letter} ${name}`)
    .join(" · ") || null;

/** How an address asks for another look than the one of pictures by themselves, light and in English. */
function lookOf(theme: Theme, language: Language): string {
  const asked = new URLSearchParams({
    ...(theme === "light" ? {} : { theme }),
    ...(language === "en" ? {} : { language }),
  });
  return asked.size === 0 ? "" : `?${asked.toString()}`;
}

/** The path of a section's picture, under the secret key of its edition. */
const picturePath = (key: string, section: string): string => `/pictures/${key}-${section}.png`;

/**
 * The pictures of a digest for a channel that takes files, addresses or neither. What cannot be had is left out: the
 * words say it all. Chats that take files are mostly dark, and keep them; an address answers for a while.
 */
export function picturesFor(
  takes: "file" | "url" | "none",
  charts: Record<string, Chart>,
  key: string | null,
  language: Language,
  { draw, publicUrl, mostFiles: maxFiles }: PictureDeps,
): Record<string, ReportPicture> {
  if (takes === "none") return {};
  const theme: Theme = takes === "file" ? "dark" : "light";
  const pictures = Object.entries(charts).map(([section, chart], index): [string, ReportPicture] => {
    const drawer = takes === "file" && index < maxFiles ? draw : null;
    const address =
      publicUrl === null || key === null || drawer !== null ? null : `${publicUrl}${picturePath(key, section)}`;
    return [
      section,
      {
        alt: chart.alt,
        legend: legendText(chart),
        url: address === null ? null : `${address}${lookOf(theme, language)}`,
        file: drawer === null ? null : { name: `${section}.png`, bytes: drawer(chart, theme) },
      },
    ];
  });
  return Object.fromEntries(pictures);
}

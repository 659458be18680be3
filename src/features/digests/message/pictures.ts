import { type Chart, MAX_ROWS } from "../../../core/chart.ts";
import type { Language } from "../../../core/language.ts";
import type { ReportPicture } from "../../../core/report.ts";
import { lettersFor, type LegendEntry } from "../../../pictures/lettering.ts";
import type { Theme } from "../../../pictures/theme.ts";

/** Draws a chart as PNG. */
export type Draw = (chart: Chart, theme: Theme) => Uint8Array;

export interface PictureDeps {
  /** Null if nothing can be drawn. */
  draw: Draw | null;
  /** The public address of Tallylight; null if unknown. */
  publicUrl: string | null;
  /** The maximum number of pictures drawn for a message, as drawing takes CPU time. */
  mostFiles: number;
}

/** The names behind the letters of a chart, in its order; empty if all names are drawn. */
function legendOf(chart: Chart): LegendEntry[] {
  const labels = (chart.form === "lines" ? chart.lines : chart.rows).slice(0, MAX_ROWS).map(({ label }) => label);
  return lettersFor(labels).flatMap((letter, i) => (letter === null ? [] : [{ letter, name: labels[i]! }]));
}

/** The names behind the letters of a chart. Fonts for all scripts would take tens of megabytes, and chats have them. */
const legendText = (chart: Chart): string | null =>
  legendOf(chart)
    .map(({ letter, name }) => `${letter} ${name}`)
    .join(" · ") || null;

/** The query of an address for a theme and language other than the defaults (light, English). */
function lookOf(theme: Theme, language: Language): string {
  const requested = new URLSearchParams({
    ...(theme === "light" ? {} : { theme }),
    ...(language === "en" ? {} : { language }),
  });
  return requested.size === 0 ? "" : `?${requested.toString()}`;
}

/** The path of a section's picture, with the secret key of its edition. */
const picturePath = (key: string, section: string): string => `/pictures/${key}-${section}.png`;

/**
 * The pictures of a digest for a channel that accepts files, addresses or neither. Missing pictures are omitted, as the
 * text is complete. Files use the dark theme, because chats that take files are mostly dark.
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

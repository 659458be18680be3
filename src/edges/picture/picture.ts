import type { Chart } from "../../core/chart.ts";
import { pixelsOf } from "../../pictures/pixels.ts";
import type { Theme } from "../../pictures/theme.ts";
import { pngOf } from "./png.ts";

/** A chart as a PNG file, in one look. */
export const pictureOf = (chart: Chart, theme: Theme): Uint8Array => pngOf(pixelsOf(chart, theme));

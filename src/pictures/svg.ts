import type { Chart } from "../core/chart.ts";
import { tidyLine } from "../core/text.ts";
import { sceneOf } from "./scene-of.ts";
import type { Box, Scene, Shape, Text } from "./scene.ts";
import { GROUNDS, INKS, THEMES, type Theme } from "./theme.ts";

const FONTS = `Inter,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",Arial,sans-serif`;
const HALO = 3;
// Texts that fill this share of their width are held to the computed width in any font.
const SNUG = 0.8;

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
/** Escapes a text for elements and attributes. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (one) => ENTITIES[one]!);
const short = (value: number): string => String(Math.round(value * 10) / 10);

const inks = (theme: Theme, of: string): string =>
  INKS.map((ink) => `${of} .f-${ink}{fill:${THEMES[theme][ink]}}${of} .s-${ink}{stroke:${THEMES[theme][ink]}}`).join(
    "",
  );
const grounds = (theme: Theme, of: string): string =>
  GROUNDS.map((ground) => `${of} .f-${ground}{fill:${THEMES[theme][ground]}}`).join("");
const colors = (theme: Theme): string =>
  `${grounds(theme, ".tally")}${inks(theme, ".tally")}.tally .halo{stroke:${THEMES[theme].surface}}`;

/** Removes the rules that the body does not use. */
function needed(css: string, body: string): string {
  const names = new Set(Array.from(body.matchAll(/ class="([^"]*)"/g), ([, names]) => names!.split(" ")).flat());
  return css.replace(/\.tally \.([\w-]+)\{[^}]*\}/g, (rule, name: string) => (names.has(name) ? rule : ""));
}

const style = (body: string): string =>
  `.tally text{font-family:${FONTS};white-space:pre}.tally .b{font-weight:600}` +
  `.tally polyline{fill:none;stroke-linecap:round;stroke-linejoin:round}` +
  `${needed(colors("light"), body)}@media (prefers-color-scheme:dark){${needed(colors("dark"), body)}}`;

function boxOf({ x, y, width, height, roundLeft: l, roundRight: r, fill }: Box): string {
  if (l === r) {
    const round = l > 0 ? ` rx="${short(l)}"` : "";
    const size = `width="${short(width)}" height="${short(height)}"`;
    return `<rect class="f-${fill}" x="${short(x)}" y="${short(y)}" ${size}${round}/>`;
  }
  const corner = (radius: number, dx: number, dy: number): string =>
    radius > 0 ? `a${short(radius)} ${short(radius)} 0 0 1 ${short(dx * radius)} ${short(dy * radius)}` : "";
  const path =
    `M${short(x + l)} ${short(y)}H${short(x + width - r)}${corner(r, 1, 1)}V${short(y + height - r)}${corner(r, -1, 1)}` +
    `H${short(x + l)}${corner(l, -1, -1)}V${short(y + l)}${corner(l, 1, -1)}Z`;
  return `<path class="f-${fill}" d="${path}"/>`;
}

function textOf({ x, y, anchor, size, bold, ink, shown, width, room }: Text): string {
  if (shown === "") return "";
  const anchored = anchor === "start" ? "" : ` text-anchor="${anchor}"`;
  const held = width > room * SNUG ? ` textLength="${short(width)}" lengthAdjust="spacingAndGlyphs"` : "";
  const look = `class="f-${ink}${bold ? " b" : ""}" font-size="${size}"`;
  return `<text ${look} x="${short(x)}" y="${short(y)}"${anchored}${held}>${escaped(shown)}</text>`;
}

function shapeOf(shape: Shape): string {
  if (shape.kind === "box") return boxOf(shape);
  if (shape.kind === "text") return textOf(shape);
  const points = shape.points.map(short).join(" ");
  if (shape.kind === "area") return `<polygon class="f-${shape.fill}" points="${points}"/>`;
  const line = `<polyline class="s-${shape.ink}" stroke-width="${shape.width}" points="${points}"/>`;
  if (!shape.halo) return line;
  return `<polyline class="halo" stroke-width="${shape.width + HALO}" points="${points}"/>${line}`;
}

const written = ({ width, height, title, alt, shapes }: Scene): string => {
  const body = shapes.map(shapeOf).join("");
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  const words = `<title>${escaped(tidyLine(title))}</title><desc>${escaped(tidyLine(alt))}</desc>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" class="tally" role="img" ${size}>${words}<style>${style(body)}</style>${body}</svg>`;
};

/** Renders a chart as one SVG, for light and dark mode, with the reader's own fonts. */
export const svgOf = (chart: Chart): string => written(sceneOf(chart));

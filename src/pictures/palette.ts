import { GROUNDS, INKS, THEMES, type Color, type Theme } from "./theme.ts";

/** The number of shades of an ink on the surface. */
export const LEVELS = 16;

/**
 * The index of a ground, or of the lightest shade of an ink. Grounds have the first sixteen indices; each ink has
 * sixteen, from light to full.
 */
export const indexOf: Record<Color, number> = Object.fromEntries([
  ...GROUNDS.map((ground, i) => [ground, i]),
  ...INKS.map((ink, i) => [ink, (i + 1) * LEVELS]),
]) as Record<Color, number>;

const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

function created(theme: Theme): Uint8Array {
  const colors = THEMES[theme];
  const palette = new Uint8Array((INKS.length + 1) * LEVELS * 3);
  const surface = channels(colors.surface);
  for (const ground of GROUNDS) palette.set(channels(colors[ground]), indexOf[ground] * 3);
  for (const ink of INKS) {
    const full = channels(colors[ink]);
    for (let level = 1; level <= LEVELS; level++) {
      const mixed = full.map((value, i) => Math.round(surface[i]! + ((value - surface[i]!) * level) / LEVELS));
      palette.set(mixed, (indexOf[ink] + level - 1) * 3);
    }
  }
  return palette;
}

const palettes = new Map<Theme, Uint8Array>();

/** The colours of a theme by index: red, green, blue of each. */
export function paletteOf(theme: Theme): Uint8Array {
  let palette = palettes.get(theme);
  if (palette === undefined) palettes.set(theme, (palette = created(theme)));
  return palette;
}

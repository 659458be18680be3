/** The themes of a picture. */
export type Theme = "light" | "dark";

/** Flat colours on whole pixels. */
export const GROUNDS = ["surface", "band", "grid", "axis", "tint"] as const;

/** Colours with antialiased edges. */
export const INKS = [
  "text",
  "muted",
  "live",
  "up",
  "down",
  "line1",
  "line2",
  "line3",
  "line4",
  "line5",
  "line6",
  "line7",
  "line8",
] as const;

export type Ground = (typeof GROUNDS)[number];
export type Ink = (typeof INKS)[number];
export type Color = Ground | Ink;

/**
 * The colours of each theme, "#rrggbb". Up and down also differ for colour-blind people, and every ink is readable as
 * text.
 */
export const THEMES: Record<Theme, Record<Color, string>> = {
  light: {
    surface: "#ffffff",
    band: "#f5f6f8",
    grid: "#e6e8ec",
    axis: "#b4bac4",
    tint: "#e4eefb",
    text: "#161a22",
    muted: "#5b6472",
    live: "#df2f3a",
    up: "#1d6fce",
    down: "#bf5708",
    line1: "#1d6fce",
    line2: "#c2500a",
    line3: "#0b7a70",
    line4: "#7a3fd0",
    line5: "#b8256e",
    line6: "#7d6200",
    line7: "#2f7d32",
    line8: "#475063",
  },
  dark: {
    surface: "#16181d",
    band: "#1d2026",
    grid: "#2b2f37",
    axis: "#59606c",
    tint: "#1b2c42",
    text: "#f1f3f6",
    muted: "#a2aab6",
    live: "#ff5a62",
    up: "#6aa9ff",
    down: "#ff9d57",
    line1: "#6aa9ff",
    line2: "#ff9d57",
    line3: "#43cdbd",
    line4: "#b99bff",
    line5: "#ff8fc2",
    line6: "#e2c044",
    line7: "#86d586",
    line8: "#b3bccb",
  },
};

/** The colours of the lines of a picture, in order. */
export const LINE_INKS = INKS.slice(5);

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

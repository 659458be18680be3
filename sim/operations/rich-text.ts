/** The service's Text object: a pattern with placeholders, and the texts that fill them. */
export function richText(key: string, pattern: string, pieces: string[] = [], color = "#ffffffff"): object {
  return {
    default_format: {
      bold: false,
      color,
      font_size: 0,
      italic: false,
      italic_angle: 0,
      use_heigh_light_color: false,
      use_remote_clor: false,
      weight: 400,
    },
    default_pattern: pattern,
    key,
    pieces: pieces.map((piece) => ({ string_value: piece, type: 1 })),
  };
}

/** Formats a count as the platform does: "950", "13.8K", "2.1M". */
export function shortCount(value: number): string {
  if (value < 1000) return String(value);
  return value < 1_000_000 ? `${(value / 1000).toFixed(1)}K` : `${(value / 1_000_000).toFixed(1)}M`;
}

import type { Tone } from "../core/notice.ts";

/** The color of each tone, 0xRRGGBB. */
export const toneColors: Record<Tone, number> = {
  live: 0xe5383b,
  over: 0x80848e,
  up: 0x2e9e5b,
  down: 0xe8890c,
  news: 0x5865f2,
  warning: 0xf0b429,
};

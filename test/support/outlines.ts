import { readFileSync } from "node:fs";
import type { Draw } from "../../src/features/digests/message/pictures.ts";
import { pictureOf } from "../../src/features/digests/draw/picture.ts";
import { OUTLINES_FILE, outlinesFrom } from "../../src/pictures/outlines.ts";

const outlines = outlinesFrom(readFileSync(`build/served/${OUTLINES_FILE}`));

/** Draws with the deployed font. */
export const draw: Draw = (chart, theme) => pictureOf(chart, theme, outlines);

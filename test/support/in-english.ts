import type { Frame, Telling } from "../../src/sections/section.ts";

/** A period as it is told in English. */
export const inEnglish = (frame: Frame): Telling => ({ language: "en", frame });

import type { Frame, DigestContext } from "../../src/sections/section.ts";

/** A period in English words. */
export const inEnglish = (frame: Frame): DigestContext => ({ language: "en", frame });

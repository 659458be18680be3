import type { Language } from "../../../core/language.ts";
import type { Notice } from "../../../core/notice.ts";
import { cut } from "../../../core/text.ts";
import { safePicture } from "../../link.ts";
import { inert, displayedLine } from "../../phrases.ts";
import { channelWords } from "../../words/words.ts";

/** Picture formats that Slack shows. It refuses a whole message for WebP, so other pictures are left out. */
const DISPLAYED = /\.(png|jpe?g|gif)$/i;

/** Plain text without the brackets of mentions. */
const unmeaning = (text: string): string => inert(displayedLine(text).replace(/[<>]/g, ""));

/** A picture with alt text; null if Slack would not show it. */
function imageOf(address: string | null | undefined, what: string) {
  const url = safePicture(address);
  if (url === null || !DISPLAYED.test(new URL(url).pathname)) return null;
  return { type: "image", image_url: url, alt_text: cut(unmeaning(what), 300) };
}

/** A headline's block, with the avatar of its subject beside it. */
export function withAvatar<Block extends object>(block: Block, { pictures, subject }: Notice, language: Language) {
  const accessory = imageOf(pictures?.avatar, channelWords[language].pictureOf(subject));
  return accessory === null ? block : { ...block, accessory };
}

/** The block of a notice's large picture; empty without one. */
export function cover({ pictures, subject }: Notice, language: Language) {
  const image = imageOf(pictures?.cover, channelWords[language].coverOf(subject));
  return image === null ? [] : [image];
}

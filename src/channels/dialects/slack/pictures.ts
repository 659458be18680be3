import type { Language } from "../../../core/language.ts";
import type { Notice } from "../../../core/notice.ts";
import { cut } from "../../../core/text.ts";
import { safePicture } from "../../link.ts";
import { inert, shownLine } from "../../phrases.ts";
import { channelWords } from "../../words/words.ts";

/** Slack shows no WebP, and refuses the message: what its address does not name as one of these is left out. */
const SHOWN = /\.(png|jpe?g|gif)$/i;

/** Words that are shown as they stand: without the brackets that call people elsewhere. */
const unmeaning = (text: string): string => inert(shownLine(text).replace(/[<>]/g, ""));

/** A picture as an element, with words for those who do not see it; null where Slack would not show it. */
function imageOf(address: string | null | undefined, what: string) {
  const url = safePicture(address);
  if (url === null || !SHOWN.test(new URL(url).pathname)) return null;
  return { type: "image", image_url: url, alt_text: cut(unmeaning(what), 300) };
}

/** The block of a headline with the picture of whom it is about beside it. */
export function withAvatar<Block extends object>(block: Block, { pictures, subject }: Notice, language: Language) {
  const accessory = imageOf(pictures?.avatar, channelWords[language].pictureOf(subject));
  return accessory === null ? block : { ...block, accessory };
}

/** The block of a notice's large picture; none where there is none to show. */
export function cover({ pictures, subject }: Notice, language: Language) {
  const image = imageOf(pictures?.cover, channelWords[language].coverOf(subject));
  return image === null ? [] : [image];
}

import type { InEach } from "../../core/language.ts";
import { inEach } from "../../languages/in-each.ts";
import { en, type ChannelWords } from "./en.ts";

/** Wording of channels in each language. */
export const channelWords: InEach<ChannelWords> = inEach("channels", en);

import type { InEach } from "../../core/language.ts";
import { inEach } from "../../languages/in-each.ts";
import { en, type ChannelWords } from "./en.ts";

/** What channels say themselves, around what they are given. */
export const channelWords: InEach<ChannelWords> = inEach("channels", en);

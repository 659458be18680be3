import type { InEach } from "../../core/language.ts";
import { inEach } from "../../languages/in-each.ts";
import { en, type UpstreamWords } from "./en.ts";

/** Wording of messages about the polled service in each language. */
export const upstreamWords: InEach<UpstreamWords> = inEach("upstream", en);

import { digest } from "../resource/digest.ts";
import { marked } from "../../../ui/words/text.ts";

/** Path of the digests. */
export const DIGESTS = "/digests";

/** Names of the section and of a digest. */
export const PLACE = { path: DIGESTS, noun: digest.noun, title: marked("Digests") };

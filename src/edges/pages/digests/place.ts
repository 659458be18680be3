import { digest } from "../../../resources/digests/digest.ts";
import { marked } from "../words/text.ts";

/** Path of the digests. */
export const DIGESTS = "/digests";

/** Names of the section and of a digest. */
export const PLACE = { path: DIGESTS, noun: digest.noun, title: marked("Digests") };

import { digest } from "../../../resources/digests/digest.ts";

/** The page of digests. */
export const DIGESTS = "/digests";

/** What it is called, and one of them. */
export const PLACE = { path: DIGESTS, noun: digest.noun, title: "Digests" };

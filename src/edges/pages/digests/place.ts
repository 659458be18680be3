import { digest, type Digest } from "../../../resources/digests/digest.ts";
import { found } from "../../http/problem.ts";
import type { Visit } from "../page.ts";

/** The page of digests. */
export const DIGESTS = "/digests";

/** What it is called, and one of them. */
export const PLACE = { path: DIGESTS, noun: digest.noun, title: "Digests" };

/** The digest that the address names; throws the 404 Problem. */
export const theDigest = async ({ ports, params }: Visit<"keep">): Promise<Digest> =>
  found(await ports.keep.find(digest, params["id"]!), digest.noun);

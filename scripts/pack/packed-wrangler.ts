// In place of wrangler in the packed tool, which has read its configuration when it was built.
import { readFileSync } from "node:fs";
import { inRoot } from "../place.ts";

// oxlint-disable-next-line camelcase -- the name is wrangler's
export const unstable_readConfig = (): unknown => JSON.parse(readFileSync(inRoot("wrangler.json"), "utf8"));

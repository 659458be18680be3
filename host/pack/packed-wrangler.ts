// Replaces wrangler in the packed tool, which contains its configuration as read by the build.
import { readFileSync } from "node:fs";
import { inRoot } from "../place.ts";

// oxlint-disable-next-line camelcase -- the name is wrangler's
export const unstable_readConfig = (): unknown => JSON.parse(readFileSync(inRoot("wrangler.json"), "utf8"));

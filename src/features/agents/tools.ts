import { changingTools } from "./changing.ts";
import { operatingTools } from "./operating.ts";
import { readingTools } from "./reading.ts";
import type { Tool } from "./tool.ts";

/** All tools, in a fixed order. At most twenty, so that an agent can tell them apart. */
export const tools: Tool[] = [...readingTools, ...operatingTools, ...changingTools];

import { placeholderWords } from "../../src/core/template.ts";
import { withGenerated } from "./made.ts";

/** The page about messages with the placeholders that every event type fills. */
export function withPlaceholders(page: string): string {
  const rows = Object.entries(placeholderWords).map(([name, meaning]) => `| \`{{${name}}}\` | ${meaning} |`);
  return withGenerated(page, "src/core/template.ts", ["| placeholder | meaning |", "|---|---|", ...rows]);
}

import { placeholderWords } from "../../src/core/template.ts";
import { PLACEHOLDERS } from "../../src/channels/template/values.ts";
import { withGenerated } from "./made.ts";

/** The page about messages, with the placeholders that all event types have. */
export function withPlaceholders(page: string): string {
  return withGenerated(page, "src/core/template.ts", rowsOf(placeholderWords));
}

/** The page about custom webhooks, with their placeholders. */
export const withMessagePlaceholders = (page: string): string =>
  withGenerated(page, "src/channels/template/values.ts", rowsOf(PLACEHOLDERS));

const rowsOf = (words: Record<string, string>): string[] => [
  "| placeholder | meaning |",
  "|---|---|",
  ...Object.entries(words).map(([name, meaning]) => `| \`{{${name}}}\` | ${meaning} |`),
];

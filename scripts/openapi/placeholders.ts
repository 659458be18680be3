import { knownPlaceholders, placeholderWords } from "../../src/core/template.ts";
import { eventTypes } from "../../src/targets/events.ts";

const BEGIN = "<!-- Made by `npm run openapi` from the tables of event types. -->";
const END = "<!-- End of what is made. -->";

const written = (name: string): string => `\`{{${name}}}\``;

/** The page about messages with the placeholders of templates: those that mean the same everywhere, then each type's own. */
export function withPlaceholders(page: string): string {
  const common = Object.entries(placeholderWords).map(([name, says]) => `| ${written(name)} | ${says} |`);
  const types = Object.entries(eventTypes).map(([type, { fields }]) => {
    const own = knownPlaceholders(Object.keys(fields().shape)).filter((name) => !(name in placeholderWords));
    const spoken = knownPlaceholders(Object.keys(fields().shape)).filter((name) => name === "duration");
    return `| \`${type}\` | ${[...own, ...spoken].map(written).join(" ")} |`;
  });
  const made = ["| placeholder | |", "|---|---|", ...common, "", "| event | and of its own |", "|---|---|", ...types];
  const [before, rest] = page.split(BEGIN);
  if (rest === undefined) throw new Error(`docs/messages.md lacks ${BEGIN}`);
  return `${before}${BEGIN}\n\n${made.join("\n")}\n\n${END}${rest.split(END)[1]}`;
}

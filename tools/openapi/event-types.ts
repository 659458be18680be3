import type * as z from "zod";
import { eventTypes } from "../../src/kinds/events.ts";
import { withGenerated, wrapped } from "./made.ts";

const inCell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");

/** Table rows of an event type's data. Fields are also placeholders of templates. */
const fieldRows = (shape: Record<string, z.ZodType>): string[] =>
  Object.entries(shape).map(([name, field]) => `| \`${name}\` | ${inCell(field.meta()?.description ?? "")} |`);

const section = (type: string): string[] => {
  const { about, fields } = eventTypes[type]!;
  return [
    "",
    `## \`${type}\``,
    "",
    ...wrapped(about),
    "",
    "| field | meaning |",
    "|---|---|",
    ...fieldRows(fields().shape as Record<string, z.ZodType>),
  ];
};

/** The page of event types, with a section for each: when it happens and the fields of its data. */
export function withEventTypes(page: string): string {
  const lines = Object.keys(eventTypes).flatMap(section);
  return withGenerated(page, "the tables of event types", lines.slice(1));
}

import type * as z from "zod";
import { eventTypes } from "../../src/kinds/events.ts";
import { withGenerated, wrapped } from "./made.ts";
import type { VariableDocs } from "../../src/wiring/variable.ts";
import { variables } from "../../src/wiring/variables.ts";
import { docsOf, hostSchema } from "../../host/runtime/variables.ts";
import { resources } from "../../src/resources/registry.ts";
import { placeholderWords } from "../../src/core/template.ts";
import { PLACEHOLDERS } from "../../src/channels/template/values.ts";

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

/** The default of a variable, and its value in the demo. */
function defaultOf({ otherwise, demo }: Partial<VariableDocs>, value: unknown): string {
  if (otherwise !== undefined) return otherwise;
  const own = value === undefined ? "none" : `\`${String(value)}\``;
  return demo === undefined ? own : `${own}, in the demo ${demo === "{own}" ? "its own" : demoText(demo)}`;
}

const demoText = (demo: string): string => (demo.startsWith("{") ? "the inbox" : `\`${demo}\``);

const row = (name: string, reported: Partial<VariableDocs>, value: unknown): string =>
  `| \`${name}\` | ${defaultOf(reported, value)} | ${reported.description} |`;

const HEAD = ["| variable | default | meaning |", "|---|---|---|"];

/** The configuration page, with tables of all declared variables. */
export function withVariables(page: string): string {
  const ofHost = Object.entries<z.ZodType>(hostSchema.shape).map(([name, schema]) =>
    row(name, docsOf(schema), schema.safeParse(undefined).data),
  );
  const ours = Object.entries(variables).map(([name, { said, without }]) => row(name, said, without?.value));
  const own = withGenerated(page, "host/runtime/variables.ts", [...HEAD, ...ofHost]);
  return withGenerated(own, "src/wiring/variables.ts", [...HEAD, ...ours]);
}

const ROW = /^\| `([\w-]+)` \| [\d,]+ \|(.*)\|$/gm;
const TABLE = /(## Quotas\n[^#]*?\|---\|---\|---\|\n)((?:\|.*\n)*)/;

/** The page of limits with the quotas of all resources. Notes on the page are kept. */
export const withQuotas = (page: string): string =>
  page.replace(TABLE, (_, head: string, rows: string) => {
    const notes = new Map([...rows.matchAll(ROW)].map(([, name, note]) => [name, note]));
    const now = resources.map(
      ({ name, quota: { count } }) => `| \`${name}\` | ${count.toLocaleString("en")} |${notes.get(name) ?? " "}|\n`,
    );
    return head + now.join("");
  });

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

import type * as z from "zod";
import { variables } from "../../src/variables.ts";
import { saidOf, schema as hostVariables } from "../host/variables.ts";

const BEGIN = "<!-- Made by `npm run openapi` from src/variables.ts and scripts/host/variables.ts. -->";
const END = "<!-- End of what is made. -->";

/** What stands for a variable that nobody gives, and what the demo gives in its place. */
function defaultOf(schema: z.ZodType): string {
  const { otherwise, demo } = saidOf(schema);
  if (otherwise !== undefined) return otherwise;
  const read = schema.safeParse(undefined);
  const own = read.data === undefined ? "none" : `\`${String(read.data)}\``;
  return demo === undefined ? own : `${own}, in the demo ${demo === "{own}" ? "its own" : demoText(demo)}`;
}

const demoText = (demo: string): string => (demo.startsWith("{") ? "the inbox" : `\`${demo}\``);

const row = ([name, schema]: [string, z.ZodType]): string =>
  `| \`${name}\` | ${defaultOf(schema)} | ${saidOf(schema).description} |`;

/** The README with the table of all variables as they are declared. */
export function withVariables(readme: string): string {
  const all = Object.entries<z.ZodType>({ ...hostVariables.shape, ...variables.shape });
  const table = ["| variable | default | |", "|---|---|---|", ...all.map(row)].join("\n");
  const [before, rest] = readme.split(BEGIN);
  if (rest === undefined) throw new Error(`README.md lacks ${BEGIN}`);
  return `${before}${BEGIN}\n\n${table}\n\n${END}${rest.split(END)[1]}`;
}

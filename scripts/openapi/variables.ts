import type * as z from "zod";
import type { Said } from "../../src/variable.ts";
import { variables } from "../../src/variables.ts";
import { saidOf, schema as hostVariables } from "../host/variables.ts";

const BEGIN = "<!-- Made by `npm run openapi` from src/variables.ts and scripts/host/variables.ts. -->";
const END = "<!-- End of what is made. -->";

/** What stands for a variable that nobody gives, and what the demo gives in its place. */
function defaultOf({ otherwise, demo }: Partial<Said>, value: unknown): string {
  if (otherwise !== undefined) return otherwise;
  const own = value === undefined ? "none" : `\`${String(value)}\``;
  return demo === undefined ? own : `${own}, in the demo ${demo === "{own}" ? "its own" : demoText(demo)}`;
}

const demoText = (demo: string): string => (demo.startsWith("{") ? "the inbox" : `\`${demo}\``);

const row = (name: string, said: Partial<Said>, value: unknown): string =>
  `| \`${name}\` | ${defaultOf(said, value)} | ${said.description} |`;

/** The README with the table of all variables as they are declared. */
export function withVariables(readme: string): string {
  const ofHost = Object.entries<z.ZodType>(hostVariables.shape).map(([name, schema]) =>
    row(name, saidOf(schema), schema.safeParse(undefined).data),
  );
  const ours = Object.entries(variables).map(([name, { said, without }]) => row(name, said, without?.value));
  const table = ["| variable | default | |", "|---|---|---|", ...ofHost, ...ours].join("\n");
  const [before, rest] = readme.split(BEGIN);
  if (rest === undefined) throw new Error(`README.md lacks ${BEGIN}`);
  return `${before}${BEGIN}\n\n${table}\n\n${END}${rest.split(END)[1]}`;
}

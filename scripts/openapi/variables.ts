import type * as z from "zod";
import type { Said } from "../../src/variable.ts";
import { variables } from "../../src/variables.ts";
import { saidOf, schema as hostVariables } from "../host/variables.ts";
import { withGenerated } from "./made.ts";

/** The default of a variable, and the value that the demo sets. */
function defaultOf({ otherwise, demo }: Partial<Said>, value: unknown): string {
  if (otherwise !== undefined) return otherwise;
  const own = value === undefined ? "none" : `\`${String(value)}\``;
  return demo === undefined ? own : `${own}, in the demo ${demo === "{own}" ? "its own" : demoText(demo)}`;
}

const demoText = (demo: string): string => (demo.startsWith("{") ? "the inbox" : `\`${demo}\``);

const row = (name: string, said: Partial<Said>, value: unknown): string =>
  `| \`${name}\` | ${defaultOf(said, value)} | ${said.description} |`;

const HEAD = ["| variable | default | meaning |", "|---|---|---|"];

/** The page of the configuration with the tables of all variables as they are declared. */
export function withVariables(page: string): string {
  const ofHost = Object.entries<z.ZodType>(hostVariables.shape).map(([name, schema]) =>
    row(name, saidOf(schema), schema.safeParse(undefined).data),
  );
  const ours = Object.entries(variables).map(([name, { said, without }]) => row(name, said, without?.value));
  const own = withGenerated(page, "scripts/host/variables.ts", [...HEAD, ...ofHost]);
  return withGenerated(own, "src/variables.ts", [...HEAD, ...ours]);
}

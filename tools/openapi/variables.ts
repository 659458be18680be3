import type * as z from "zod";
import type { VariableDocs } from "../../src/wiring/variable.ts";
import { variables } from "../../src/wiring/variables.ts";
import { docsOf, schema as hostVariables } from "../../host/runtime/variables.ts";
import { withGenerated } from "./made.ts";

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
  const ofHost = Object.entries<z.ZodType>(hostVariables.shape).map(([name, schema]) =>
    row(name, docsOf(schema), schema.safeParse(undefined).data),
  );
  const ours = Object.entries(variables).map(([name, { said, without }]) => row(name, said, without?.value));
  const own = withGenerated(page, "host/runtime/variables.ts", [...HEAD, ...ofHost]);
  return withGenerated(own, "src/wiring/variables.ts", [...HEAD, ...ours]);
}

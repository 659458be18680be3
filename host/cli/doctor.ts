import { CliError, type Provided } from "./arguments.ts";
import { checks } from "./checks.ts";
import type { Found } from "./health-check.ts";

/** Prints a line per check, with what to do about failed ones. */
export async function run({ state }: Provided): Promise<void> {
  const found: Found[] = [];
  for (const check of checks(state)) {
    for (const one of [await check()].flat()) {
      found.push(one);
      console.log(lineOf(one));
    }
  }
  const invalid = found.filter(({ fix, minor }) => fix !== null && minor !== true);
  if (invalid.length > 0)
    throw new CliError(
      `${invalid.length} of ${found.length} checks failed: follow the advice above, then run this again.`,
    );
}

function lineOf({ what, is, fix, minor }: Found): string {
  if (fix === null) return `✓ ${what}: ${is}`;
  return `${minor === true ? "!" : "✗"} ${what}: ${is.replace(/\.$/, "")}. ${fix}`;
}

import { CliError, type Provided } from "./arguments.ts";
import { checks, type Found } from "./checks.ts";

/** Prints a line per check, with what to do about failed ones. */
export async function run({ state }: Provided): Promise<void> {
  const found: Found[] = [];
  for (const check of checks(state)) {
    const one = await check();
    found.push(one);
    console.log(lineOf(one));
  }
  const invalid = found.filter(({ fix }) => fix !== null);
  if (invalid.length > 0)
    throw new CliError(
      `${invalid.length} of ${found.length} checks failed: follow the advice above, then run this again.`,
    );
}

const lineOf = ({ what, is, fix }: Found): string => (fix === null ? `✓ ${what}: ${is}` : `✗ ${what}: ${is}. ${fix}`);

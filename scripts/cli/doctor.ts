import { CliError, type Given } from "./arguments.ts";
import { checks, type Found } from "./checks.ts";

/** Prints a line for each check: what is well, and what to do about what is not. */
export async function run({ state }: Given): Promise<void> {
  const found: Found[] = [];
  for (const check of checks(state)) {
    const one = await check();
    found.push(one);
    console.log(lineOf(one));
  }
  const wrong = found.filter(({ fix }) => fix !== null);
  if (wrong.length > 0)
    throw new CliError(
      `${wrong.length} of ${found.length} checks failed: do what their lines say, then run this again.`,
    );
}

const lineOf = ({ what, is, fix }: Found): string => (fix === null ? `✓ ${what}: ${is}` : `✗ ${what}: ${is}. ${fix}`);

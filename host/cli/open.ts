import { signInLines } from "../runtime/terminal.ts";
import type { Provided } from "./arguments.ts";
import { runningInstance } from "./instance.ts";

/** Prints a new sign-in link for the running instance. */
export async function run({ state }: Provided): Promise<void> {
  const { base, adminToken } = await runningInstance(state);
  console.log((await signInLines(base, adminToken)).join("\n"));
}

import { completed, GENERAL, SHELLS, UsageError, type Completed, type Given } from "../arguments.ts";
import { bash } from "./bash.ts";
import { fish } from "./fish.ts";
import { powershell } from "./powershell.ts";
import { zsh } from "./zsh.ts";

type Shell = (typeof SHELLS)[number];

const WRITERS: Record<Shell, (commands: Completed[], general: string[]) => string> = { bash, zsh, fish, powershell };

/** Prints the completion script of a shell. */
export async function run({ positionals: [shell] }: Given): Promise<void> {
  const write = SHELLS.includes(shell as Shell) ? WRITERS[shell as Shell] : null;
  if (write === null) throw new UsageError(`Usage: tallylight completion ${SHELLS.join("|")}`);
  console.log(write(completed(), GENERAL));
}

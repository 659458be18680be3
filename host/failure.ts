// What every command does with an error that nothing expected: a sentence, and a status that is not 0.

/** An error with a message for the terminal, shown without a stack. */
export class StartError extends Error {}

/** Prints the stack of an unexpected error too. */
const DEBUG = "TALLYLIGHT_DEBUG";

const MAX_REASON = 300;

/** Explains an unexpected error in one sentence that says what to do, with the stack if TALLYLIGHT_DEBUG is set. Pure. */
export function failureWords(thrown: unknown, env: NodeJS.ProcessEnv): string {
  const isError = thrown instanceof Error;
  const reason = (isError ? thrown.message : String(thrown)).trim().split("\n")[0]!.slice(0, MAX_REASON);
  const name = isError ? thrown.name : "Error";
  const what = `Tallylight failed unexpectedly (${reason === "" ? name : reason})`;
  if (!env[DEBUG]) return `${what}: repeat the command with ${DEBUG}=1 to see where it failed, and report those lines.`;
  return `${what}.\n${isError ? thrown.stack : name}`;
}

/** Reports an unexpected error on stderr. The process ends with status 1. */
export function reportFailure(thrown: unknown): void {
  console.error(failureWords(thrown, process.env));
  process.exitCode = 1;
}

/** Ends the process with status 1 after an error that nothing catches, even in a promise that nothing awaits. */
export function watchFailures(): void {
  const end = (thrown: unknown) => {
    reportFailure(thrown);
    process.exit(1);
  };
  process.on("uncaughtException", end);
  process.on("unhandledRejection", end);
}

/** Writes what was thrown to the log, with where it happened and its stack. */
export const logged =
  (where: string) =>
  (thrown: unknown): void =>
    console.error(`${where}: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`);

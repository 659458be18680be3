/** An error with a message for the terminal, shown without a stack. */
export class BackupError extends Error {}

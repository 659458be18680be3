/** A message for a person at a terminal; no stack is shown. */
export class StartError extends Error {}

/** A message for a person at a terminal; no stack is shown. */
export class DeployError extends Error {}

/** A handle as it is compared: case means nothing. */
export const foldedHandle = (handle: string): string => handle.replace(/^@/, "").toLowerCase();

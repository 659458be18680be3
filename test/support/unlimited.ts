/** As many D1 statements as anybody wants. */
export const unlimited = (): number => Infinity;

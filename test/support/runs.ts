/** How many generated cases a property runs: all with LONG set, a tenth without. */
export const runs = (full: number): number => (process.env["LONG"] ? full : Math.ceil(full / 10));

/** How many generated cases a property runs: all with LONG set, without a tenth, or `some` of a dear one. */
export const runs = (full: number, some = Math.ceil(full / 10)): number => (process.env["LONG"] ? full : some);

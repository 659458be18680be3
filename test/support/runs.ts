/** The number of generated cases of a property: all with LONG set, otherwise a tenth, or `some` for expensive ones. */
export const runs = (full: number, some = Math.ceil(full / 10)): number => (process.env["LONG"] ? full : some);

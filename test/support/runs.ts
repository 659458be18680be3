/** The number of generated cases of a property: all with LONG set, otherwise a twentieth, or `some` for expensive ones. */
export const runs = (full: number, some = Math.ceil(full / 20)): number => (process.env["LONG"] ? full : some);

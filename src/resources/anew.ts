/** A table that triggers keep up with a resource: while it is empty they find nothing to do, or little. */
export interface Anew {
  /** From so many rows in one write on. */
  least: number;
  /** SQL that empties it. */
  empty: string;
  /** SQL that fills it from all there is. */
  fill: string;
}

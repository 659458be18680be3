/** Tables that triggers keep up with a resource row by row, and that very many rows leave to the end of their batch. */
export interface Bulk {
  /** From so many rows in one write on. */
  least: number;
  /** SQL that tells the triggers to do nothing. */
  begin: string;
  /** SQL that writes the tables from all there is, and lets the triggers work again. */
  end: string[];
}

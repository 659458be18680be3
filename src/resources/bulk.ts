/** Tables that triggers maintain row by row. Large writes update them once at the end of their batch instead. */
export interface Bulk {
  /** The number of rows in one write from which this applies. */
  least: number;
  /** SQL that disables the triggers. */
  begin: string;
  /** SQL that recomputes the tables and enables the triggers again. */
  end: string[];
}

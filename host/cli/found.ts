/** The result of a check. `fix` tells what to do; null if all is well. */
export interface Found {
  what: string;
  is: string;
  fix: string | null;
  /** True if Tallylight starts and polls nevertheless. */
  minor?: true;
}

/** A statement for each so many rows; it finds the values of a row in `j.value`, by their place. */
export type Write = (text: string, rows: unknown[]) => D1PreparedStatement[];

/** `j.value ->> 0, j.value ->> 1, …` for so many columns. */
const places = (columns: string): string =>
  columns
    .split(",")
    .map((_, place) => `j.value ->> ${place}`)
    .join(", ");

/** Inserts rows whose values stand in the order of the columns. */
export const insertInto = (table: string, columns: string): string =>
  `INSERT INTO ${table} (${columns}) SELECT ${places(columns)} FROM json_each(?1) j`;

/** Deletes the rows of these ids. */
export const deleteFrom = (table: string): string =>
  `DELETE FROM ${table} WHERE id IN (SELECT value FROM json_each(?1))`;

import type { Anew } from "../anew.ts";

/** The pages of names that searches look through, as their triggers write them, of all targets. */
export const namesAnew: Anew = {
  least: 500,
  empty: "DELETE FROM name_pages",
  fill: `INSERT INTO name_pages (page, names)
    SELECT iif(kind = 'live', '', '~') || substr(id, -1),
      group_concat(char(30) || id || char(31) || replace(substr(name, 1, 80), char(30), ' '), '')
    FROM targets GROUP BY 1`,
};

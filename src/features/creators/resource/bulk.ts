import type { Bulk } from "../../../resources/bulk.ts";

/** Recomputes the searchable names and the counts of targets, as their triggers maintain them. */
export const targetsBulk: Bulk = {
  least: 500,
  begin: "INSERT INTO bulk_writes (id) VALUES (1)",
  end: [
    "DELETE FROM name_pages",
    `INSERT INTO name_pages (page, names)
      SELECT iif(kind = 'live', '', '~') || substr(id, -1),
        group_concat(char(30) || id || char(31) || replace(substr(name, 1, 80), char(30), ' '), '')
      FROM targets GROUP BY 1`,
    "DELETE FROM list_counts",
    "INSERT INTO list_counts (watchlist_id, kind, n) SELECT watchlist_id, kind, count(*) FROM targets GROUP BY 1, 2",
    "UPDATE counts SET n = 0 WHERE name GLOB 'targets|*'",
    `INSERT INTO counts (name, n) SELECT 'targets|' || kind, sum(n) FROM list_counts WHERE true GROUP BY kind
      ON CONFLICT (name) DO UPDATE SET n = excluded.n`,
    "DELETE FROM bulk_writes",
  ],
};

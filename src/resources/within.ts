/** SQL over `t`, with a `?` for a JSON array of watchlist ids: what belongs to one of them by its watchlist. */
export const WITHIN_LIST = "t.watchlist_id IN (SELECT value FROM json_each(?))";

/** The same of what may name a watchlist, a target or both: all that it names belongs to them, and it names something. */
export const WITHIN_BOTH = `(SELECT min(list IN (SELECT value FROM json_each(?))) FROM (
  SELECT t.watchlist_id AS list UNION ALL SELECT o.watchlist_id FROM targets o WHERE o.id = t.target_id
) WHERE list IS NOT NULL)`;

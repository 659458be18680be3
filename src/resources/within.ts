/** SQL over `t`, with a `?` for a JSON array of watchlist ids: rows of these watchlists. */
export const WITHIN_LIST = "t.watchlist_id IN (SELECT value FROM json_each(?))";

/**
 * The same for rows with a watchlist, a target or both. All that they refer to must belong to these watchlists, and
 * they must refer to something.
 */
export const WITHIN_BOTH = `(SELECT min(list IN (SELECT value FROM json_each(?))) FROM (
  SELECT t.watchlist_id AS list UNION ALL SELECT o.watchlist_id FROM targets o WHERE o.id = t.target_id
) WHERE list IS NOT NULL)`;

/** The time zone of a target's watchlist, as SQL over `t`; null if it has none. */
export const LIST_ZONE = "(SELECT w.timezone FROM watchlists w WHERE w.id = t.watchlist_id)";

/** The same, only for targets that need it: D1 bills each row that is read. */
export const LIST_ZONE_WANTED = `CASE WHEN t.kind = 'live' AND t.timezone IS NULL THEN ${LIST_ZONE} END`;

// Written by npm run migration. Not edited by hand.
/** The last migration, which this version's statements require. */
export const SCHEMA = "0013_what_is_watched_of_a_creator.sql";

// Written by npm run migration. Not edited by hand.
/** The last migration, which this version's statements require. */
export const SCHEMA = "0003_when_a_link_was_opened.sql";

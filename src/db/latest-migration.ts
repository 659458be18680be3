// Written by npm run migration. Not edited by hand.
/** The last migration, which this version's statements require. */
export const SCHEMA = "0002_first_targets_and_triggers.sql";

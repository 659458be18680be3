// Written by npm run migration. Not edited by hand.
/** What this version's statements need: the last of the migrations. */
export const SCHEMA = "0026_goals.sql";

/** Regions that D1 accepts for a new database. */
export const LOCATIONS = ["weur", "eeur", "apac", "oc", "wnam", "enam"];

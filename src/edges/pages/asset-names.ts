// Written by npm run openapi. Not edited by hand.

/** The style of every page, named after what it holds. */
export const STYLE = "page-71d730d6236d5655.css";

/** The script of every page. */
export const SCRIPT = "page-447553aaac531333.js";

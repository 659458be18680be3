// Written by npm run openapi. Not edited by hand.

/** The style of every page, named after what it holds. */
export const STYLE = "page-b857dbddb93aad13.css";

/** The script of every page. */
export const SCRIPT = "page-447553aaac531333.js";

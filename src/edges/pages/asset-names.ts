// Written by npm run openapi. Not edited by hand.

/** The style of every page, named after what it holds. */
export const STYLE = "page-bf973f16193d55f2.css";

/** The script of every page. */
export const SCRIPT = "page-447553aaac531333.js";

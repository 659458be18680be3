// Written by npm run openapi. Not edited by hand.

/** The style of every page, named after what it holds. */
export const STYLE = "page-10638bf6d30abc25.css";

/** The script of every page. */
export const SCRIPT = "page-98e42d8094c92d5a.js";

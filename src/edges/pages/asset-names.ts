// Written by npm run openapi. Not edited by hand.

/** The style of every page, named after what it holds. */
export const STYLE = "page-6c7dc11fb47edef4.css";

/** The script of every page. */
export const SCRIPT = "page-43373ea463ee9b7e.js";

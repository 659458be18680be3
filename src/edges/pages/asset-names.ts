// Written by npm run openapi. Not edited by hand.

/** The style of every page, named after what it holds. */
export const STYLE = "page-a6a5a3b0af1d4a06.css";

/** The script of every page. */
export const SCRIPT = "page-eca074a338d5f19f.js";

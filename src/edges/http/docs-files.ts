// Written by npm run openapi. Not edited by hand.

/** The entity tag of the OpenAPI document. */
export const DOCUMENT_TAG = '"f7668e101a9d6dfc"';

/** The entity tag of its page. */
export const PAGE_TAG = '"fc74cc6a116d3b42"';

/** The page's own style and script, as its policy names them. */
export const PAGE_STYLE = "sha256-1jlXk/S2LV5JI2uHjK67JKbdYuvYybGX65nrgpZh2XQ=";
export const PAGE_SCRIPT = "sha256-2H8mtv7nBXFp9d50nwsqrTSlXOUcwjcqmQT/K7SIypo=";

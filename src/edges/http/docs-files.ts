// Written by npm run openapi. Not edited by hand.

/** The entity tag of the OpenAPI document. */
export const DOCUMENT_TAG = '"ee90b94afe5a3d87"';

/** The entity tag of its page. */
export const PAGE_TAG = '"77c3bd2d76ffacdc"';

/** The page's own style and script, as its policy names them. */
export const PAGE_STYLE = "sha256-1jlXk/S2LV5JI2uHjK67JKbdYuvYybGX65nrgpZh2XQ=";
export const PAGE_SCRIPT = "sha256-2H8mtv7nBXFp9d50nwsqrTSlXOUcwjcqmQT/K7SIypo=";

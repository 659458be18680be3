/** Set by the build (host/runtime/bundle.ts). */
declare const TALLYLIGHT_VERSION: string | undefined;

/** Tallylight's version, from package.json; "development" where nothing was built. */
export const VERSION: string = typeof TALLYLIGHT_VERSION === "undefined" ? "development" : TALLYLIGHT_VERSION;

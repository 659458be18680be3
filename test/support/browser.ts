import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

const PLACES = [
  process.env["CHROMIUM"] ?? "",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The Chromium that was found, undefined where there is none. */
export const chromiumPath = PLACES.find((path) => path !== "" && existsSync(path));

const QUIET = ["gpu", "quic", "background-networking", "component-update", "sync"].map((name) => `--disable-${name}`);

/** A headless browser that talks to this machine only. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath!, args: ["--no-sandbox", "--no-first-run", ...QUIET] });

import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

const PLACES = [
  process.env["CHROMIUM"] ?? "",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The installed Chromium; undefined if there is none. */
export const chromiumPath = PLACES.find((path) => path !== "" && existsSync(path));

const QUIET = ["gpu", "quic", "background-networking", "component-update", "sync"].map((name) => `--disable-${name}`);

/** A headless browser that only connects to this machine. */
const LONGEST_MS = 300_000;

/** A headless browser that talks to this machine only. */
export async function openBrowser(): Promise<Browser> {
  const args = ["--no-sandbox", "--no-first-run", ...QUIET];
  const browser = await chromium.launch({ executablePath: chromiumPath!, args, timeout: LONGEST_MS });
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    context.setDefaultTimeout(LONGEST_MS);
    return context;
  };
  return browser;
}

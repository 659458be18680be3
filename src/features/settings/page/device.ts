import { t } from "../../../ui/words/text.ts";

/** Browsers by a word in their user agent. Those built on another browser name it as well, so they come first. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOPT\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bChromium\/|\bCriOS\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
];

const DEVICES: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

const named = (agent: string, of: [RegExp, string][]): string | null =>
  of.find(([word]) => word.test(agent))?.[1] ?? null;

/** Describes a browser from its `User-Agent`: "Firefox on Windows". */
export function deviceOf(agent: string | null): string {
  if (agent === null) return t("Unknown device");
  const browser = named(agent, BROWSERS);
  const device = named(agent, DEVICES);
  if (device === null) return browser ?? t("Unknown device");
  return t("{browser} on {device}", { browser: browser ?? t("Unknown browser"), device });
}

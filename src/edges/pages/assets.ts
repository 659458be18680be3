import { sha256 } from "@noble/hashes/sha2.js";
import { base32 } from "../../core/ids.ts";
import tokens from "./assets/tokens.css";
import ground from "./assets/ground.css";
import shell from "./assets/shell.css";
import pieces from "./assets/pieces.css";
import charts from "./assets/charts.css";
import plots from "./assets/plots.css";
import door from "./assets/door.css";
import late from "./assets/late.css";
import bare from "./assets/void.css";
import now from "./assets/now.css";
import creators from "./assets/creators.css";
import search from "./assets/search.css";
import wall from "./assets/wall.css";
import { keysScript } from "./more/keys-script.ts";
import message from "./assets/message.css";
import alerts from "./assets/alerts.css";
import plan from "./assets/plan.css";
import messages from "./assets/messages.css";
import one from "./assets/one.css";
import { PLACES_CSS } from "./parts/chart.tsx";
import firstSteps from "./assets/first-steps.css";
import { script } from "./script.ts";
import { partsScript } from "./parts-script.ts";
import { planScript } from "./plan/plan-script.ts";

interface Asset {
  /** Names what it holds, so that a browser may keep it for good. */
  path: string;
  type: string;
  text: string;
}

const asset = (name: string, ending: string, type: string, text: string): Asset => {
  const digest = base32(sha256(new TextEncoder().encode(text)).subarray(0, 12));
  return { path: `/assets/${name}-${digest}.${ending}`, type, text };
};

/** In this order: what stands later wins. */
const STYLES = [
  tokens,
  ground,
  shell,
  pieces,
  charts,
  plots,
  PLACES_CSS,
  door,
  late,
  bare,
  now,
  creators,
  one,
  search,
  wall,
  firstSteps,
  message,
  alerts,
  messages,
  plan,
];

/** Each is a script of its own, so that none sees the names of another. */
const SCRIPTS = [script, keysScript, partsScript, planScript];

let made: { style: Asset; script: Asset } | undefined;

/** The style and the script of every page. */
export const assets = () =>
  (made ??= {
    style: asset("page", "css", "text/css; charset=utf-8", STYLES.join("\n")),
    script: asset(
      "page",
      "js",
      "text/javascript; charset=utf-8",
      SCRIPTS.map((one) => `(() => {${one}})();`).join("\n"),
    ),
  });

/** The answer to a path under `/assets`; null where it names none of this version. */
export function assetAt(path: string): Response | null {
  const found = Object.values(assets()).find((one) => one.path === path);
  if (found === undefined) return null;
  const headers = { "content-type": found.type, "cache-control": "public, max-age=31536000, immutable" };
  return new Response(found.text, { headers });
}

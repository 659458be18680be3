import { sha256 } from "@noble/hashes/sha2.js";
import { base32 } from "../../core/ids.ts";
import style from "./assets/page.css";
import { script } from "./script.ts";

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

let made: { style: Asset; script: Asset } | undefined;

/** The style and the script of every page. */
export const assets = () =>
  (made ??= {
    style: asset("page", "css", "text/css; charset=utf-8", style),
    script: asset("page", "js", "text/javascript; charset=utf-8", script),
  });

/** The answer to a path under `/assets`; null where it names none of this version. */
export function assetAt(path: string): Response | null {
  const found = Object.values(assets()).find((one) => one.path === path);
  if (found === undefined) return null;
  const headers = { "content-type": found.type, "cache-control": "public, max-age=31536000, immutable" };
  return new Response(found.text, { headers });
}

import type { CorePorts } from "../http/ports.ts";
import { SCRIPT, STYLE } from "../../build/asset-names.ts";

const assets = new Map([
  [STYLE, { file: "assets/page.css", type: "text/css; charset=utf-8" }],
  [SCRIPT, { file: "assets/page.js", type: "text/javascript; charset=utf-8" }],
] as const);

/** Paths of the style and script of all pages. */
export const STYLE_PATH = `/assets/${STYLE}`;
export const SCRIPT_PATH = `/assets/${SCRIPT}`;

/** License notices of deployed third-party code. */
const TERMS = "third-party.txt";
export const TERMS_PATH = `/assets/${TERMS}`;

/** The answer for a name below `/assets`; null if it does not belong to this version. Throws if the file is missing. */
export async function assetNamed(name: string, { files }: Pick<CorePorts, "files">): Promise<Response | null> {
  if (name === TERMS) {
    const { body } = await files.read(`assets/${TERMS}`);
    return new Response(body, { headers: { "content-type": "text/plain; charset=utf-8" } });
  }
  const asset = assets.get(name as typeof STYLE);
  if (asset === undefined) return null;
  const { body } = await files.read(asset.file);
  const headers = { "content-type": asset.type, "cache-control": "public, max-age=31536000, immutable" };
  return new Response(body, { headers });
}

import type { Ports } from "../http/ports.ts";
import { SCRIPT, STYLE } from "./asset-names.ts";

const assets = new Map([
  [STYLE, { file: "assets/page.css", type: "text/css; charset=utf-8" }],
  [SCRIPT, { file: "assets/page.js", type: "text/javascript; charset=utf-8" }],
] as const);

/** Where the style and the script of every page are. */
export const STYLE_PATH = `/assets/${STYLE}`;
export const SCRIPT_PATH = `/assets/${SCRIPT}`;

/** The terms of what others wrote that is deployed along. */
const TERMS = "third-party.txt";
export const TERMS_PATH = `/assets/${TERMS}`;

/** The answer to a name under `/assets`; null where it names none of this version. Throws where the file was not deployed. */
export async function assetNamed(name: string, { files }: Pick<Ports, "files">): Promise<Response | null> {
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

import { createHash } from "node:crypto";

const hashOf = (text: string, encoding: "hex" | "base64"): string => createHash("sha256").update(text).digest(encoding);

/** The hash of the page's inline element for its policy (CSP 3, 2.3.1). Throws unless there is exactly one. */
function inlineHash(page: string, tag: "style" | "script"): string {
  const [found, ...rest] = page.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, "g"));
  if (found === undefined || rest.length > 0) throw new Error(`the page of the API must have one <${tag}>`);
  return `sha256-${hashOf(found[1]!, "base64")}`;
}

/** The module with the entity tags of the API's document and page, and the hashes of what the page may run. */
export const docsFiles = (document: string, page: string): string => `// Made from the code.

/** The entity tag of the OpenAPI document. */
export const DOCUMENT_TAG = '"${hashOf(document, "hex").slice(0, 16)}"';

/** The entity tag of its page. */
export const PAGE_TAG = '"${hashOf(page, "hex").slice(0, 16)}"';

/** The page's own style and script, as its policy names them. */
export const PAGE_STYLE = "${inlineHash(page, "style")}";
export const PAGE_SCRIPT = "${inlineHash(page, "script")}";
`;

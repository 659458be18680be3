import { document } from "./generated/document.ts";
import { page } from "./generated/page.ts";

/** The OpenAPI document, as `npm run openapi` wrote it. */
export const openApiAnswer = (): Response =>
  new Response(document, { headers: { "content-type": "application/json" } });

/** The page that shows the document and tries it: one file that loads nothing but what it sends. */
export function docsAnswer(): Response {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return new Response(page.replaceAll("{nonce}", nonce), {
    headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": policy.join("; ") },
  });
}

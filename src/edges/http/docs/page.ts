import type { OpenApiDocument } from "../openapi.ts";

/** The page that shows the document; a placeholder for the full one. */
export const docsPage = (document: OpenApiDocument): Response =>
  new Response(`<!doctype html><title>${document.info.title}</title>`, { headers: { "content-type": "text/html; charset=utf-8" } });

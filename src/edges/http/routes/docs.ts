import * as z from "zod";
import { problemTypes, type ProblemSort } from "../problem-types.ts";
import { found } from "../problem.ts";
import { route, type Route } from "../route.ts";

const declared = { method: "get", scope: "public", tag: "System", status: 200 } as const;

const HTML = { "content-type": "text/html; charset=utf-8" };

/** For the page that tries the API: one file that loads nothing but what it sends. */
const policyOf = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const problemPage = (sort: ProblemSort): string => {
  const { status, title, meaning, advice } = problemTypes[sort];
  const [head, ...words] = [`${status} ${title}`, meaning, `What to do: ${advice}`].map(escaped);
  return `<!doctype html>
<html lang="en"><meta charset="utf-8" /><title>${head}</title>
<h1>${head}</h1>
${words.map((one) => `<p>${one}</p>`).join("\n")}
<p><a href="/docs">The API</a></p></html>
`;
};

/** What says how the API is used. */
export const docsRoutes: Route[] = [
  route({
    ...declared,
    path: "/openapi.json",
    operation: "getOpenApi",
    summary: "This document",
    reply: {
      description: "OpenAPI 3.1",
      schema: z.looseObject({ openapi: z.string().describe("The version of OpenAPI that the document is in.") }),
    },
    handle: async ({ ports }) => new Response(ports.docs.document, { headers: { "content-type": "application/json" } }),
  }),
  route({
    ...declared,
    path: "/docs",
    operation: "getDocs",
    summary: "A page to read this document and to try it",
    reply: { description: "The page", media: "text/html" },
    async handle({ ports }) {
      const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
      const headers = { ...HTML, "content-security-policy": policyOf(nonce) };
      return new Response(ports.docs.page.replaceAll("{nonce}", nonce), { headers });
    },
  }),
  route({
    ...declared,
    path: "/problems/{sort}",
    operation: "getProblemType",
    summary: "What a sort of problem means, and what to do",
    description: "Where the `type` of a problem leads.",
    reply: { description: "The page", media: "text/html" },
    refusals: [404],
    async handle({ params }) {
      const sort = params["sort"]!;
      const known = found(Object.hasOwn(problemTypes, sort) ? (sort as ProblemSort) : null, "sort of problem");
      return new Response(problemPage(known), { headers: HTML });
    },
  }),
];

import * as z from "zod";
import { problemSorts } from "../problem-types.ts";
import { found } from "../problem.ts";
import { route, type Route } from "../route.ts";
import { pagePolicy } from "../headers.ts";

const declared = { method: "get", scope: "public", tag: "System", status: 200 } as const;

/** What says how the API is used. */
export const docsRoutes: Route[] = [
  route({
    ...declared,
    path: "/openapi.json",
    operation: "getOpenApi",
    summary: "This document",
    reply: {
      description: "OpenAPI 3.1",
      schema: () => z.looseObject({ openapi: z.string().describe("The version of OpenAPI that the document is in.") }),
    },
    async handle({ ports }) {
      const { body } = await ports.files.read("openapi.json");
      return new Response(body, { headers: { "content-type": "application/json" } });
    },
  }),
  route({
    ...declared,
    path: "/docs",
    operation: "getDocs",
    summary: "A page to read this document and to try it",
    reply: { description: "The page", media: "text/html" },
    async handle({ ports }) {
      const page = await (await ports.files.read("api.html")).text();
      const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
      const headers = {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": pagePolicy(nonce, "'none'"),
      };
      return new Response(page.replaceAll("{nonce}", nonce), { headers });
    },
  }),
  route({
    ...declared,
    path: "/problems/{sort}",
    operation: "getProblemType",
    summary: "Where the `type` of a problem leads: what it means, and what to do",
    status: 302,
    reply: { description: "Its place on the page of the API" },
    refusals: [404],
    async handle({ params }) {
      const sort = found(problemSorts.find((one) => one === params["sort"]) ?? null, "sort of problem");
      return new Response(null, { status: 302, headers: { location: `/docs#problem-${sort}` } });
    },
  }),
];

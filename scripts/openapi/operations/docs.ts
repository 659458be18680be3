import * as z from "zod";
import type { Documented } from "../documented.ts";

const declared = { tag: "System", status: 200 } as const;

export const docsOperations: Record<string, Documented> = {
  getOpenApi: {
    ...declared,
    summary: "This document",
    reply: {
      description: "OpenAPI 3.1",
      schema: () => z.looseObject({ openapi: z.string().describe("The version of OpenAPI that the document is in.") }),
    },
  },
  getDocs: {
    ...declared,
    summary: "A page to read this document and to try it",
    reply: { description: "The page", media: "text/html" },
  },
  getProblemType: {
    ...declared,
    summary: "Where the `type` of a problem leads: what it means, and what to do",
    status: 302,
    reply: { description: "Its place on the page of the API" },
    refusals: [404],
  },
};

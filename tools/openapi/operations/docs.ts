import * as z from "zod";
import type { Documented } from "../documented.ts";

const declared = { tag: "System", status: 200 } as const;

export const docsOperations: Record<string, Documented> = {
  getOpenApi: {
    ...declared,
    summary: "Get this document",
    reply: {
      description: "OpenAPI 3.1",
      schema: () =>
        z
          .looseObject({ openapi: z.string().describe("The OpenAPI version of the document.") })
          .meta({ id: "OpenApiDocument" }),
    },
  },
  getDocs: {
    ...declared,
    summary: "Read and try the API in a browser",
    reply: { description: "The page", media: "text/html" },
  },
  getProblemType: {
    ...declared,
    summary: "Explain a problem type",
    status: 302,
    reply: { description: "Redirects to its explanation" },
    refusals: [404],
  },
};

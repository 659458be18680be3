import { problemSorts } from "../problem-types.ts";
import { found } from "../problem.ts";
import { route, type Route } from "../route.ts";
import { pagePolicy } from "../headers.ts";

const declared = { method: "get", scope: "public" } as const;

/** What says how the API is used. */
export const docsRoutes: Route[] = [
  route({
    ...declared,
    path: "/openapi.json",
    operation: "getOpenApi",
    async handle({ ports }) {
      const { body } = await ports.files.read("openapi.json");
      return new Response(body, { headers: { "content-type": "application/json" } });
    },
  }),
  route({
    ...declared,
    path: "/docs",
    operation: "getDocs",
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
    async handle({ params }) {
      const sort = found(problemSorts.find((one) => one === params["sort"]) ?? null, "sort of problem");
      return new Response(null, { status: 302, headers: { location: `/docs#problem-${sort}` } });
    },
  }),
];

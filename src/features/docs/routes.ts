import { found, problemSorts } from "../../http/problem.ts";
import { route } from "../../http/route.ts";
import { DOCUMENT_TAG, PAGE_SCRIPT, PAGE_STYLE, PAGE_TAG } from "../../../build/docs-files.ts";
import { pagePolicy } from "../../http/headers.ts";
import { unlessKnown } from "../../http/preconditions.ts";

const declared = { method: "get", scope: "public" } as const;

/** The documentation of the API. */
export const docsRoutes = [
  route({
    ...declared,
    path: "/openapi.json",
    operation: "getOpenApi",
    handle: ({ ports, request }) =>
      unlessKnown(
        request,
        DOCUMENT_TAG,
        { "content-type": "application/json" },
        async () => (await ports.files.read("openapi.json")).body,
      ),
  }),
  route({
    ...declared,
    path: "/docs",
    operation: "getDocs",
    handle({ ports, request }) {
      const headers = {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": pagePolicy({ script: PAGE_SCRIPT, style: PAGE_STYLE }, "'none'"),
      };
      return unlessKnown(request, PAGE_TAG, headers, async () => (await ports.files.read("api.html")).body);
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

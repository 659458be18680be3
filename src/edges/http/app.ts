import { Hono, type Context } from "hono";
import { recorded, type AuditEntry } from "../../flows/browse/audit-view.ts";
import { authorize, type Actor } from "./auth.ts";
import { asked } from "./body.ts";
import type { Shown } from "./docs/document.ts";
import { docsPage } from "./docs/page.ts";
import { secured } from "./headers.ts";
import { openApiDocument } from "./openapi.ts";
import { once } from "./once.ts";
import type { Ports } from "./ports.ts";
import { Problem } from "./problem.ts";
import { readQuery } from "./query.ts";
import type { Route } from "./route.ts";
import { routes } from "./routes/routes.ts";

type AppEnv = { Variables: { ports: Ports } };

/** The API as a Hono app; `open` gives what one request works with. */
export function createApp(open: (env: never) => Ports): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    c.set("ports", open(c.env as never));
    await next();
    c.res = secured(c.res);
  });
  for (const route of routes) app.on(route.method, honoPath(route.path), (c) => answer(route, c));
  app.get("/openapi.json", (c) => c.json(openApiDocument(routes)));
  app.get("/docs", () => docsPage(openApiDocument(routes) as unknown as Shown));
  for (const [path, allowed] of methodsByPath()) app.all(path, (c) => wrongMethod(c, path, allowed));
  app.all("/v1/*", async (c) => {
    await authorize(c.req.raw, "read", c.get("ports").identify);
    throw new Problem(404, "No such path.");
  });
  app.notFound(() => new Problem(404, "No such path.").response());
  app.onError((thrown) => {
    if (thrown instanceof Problem) return thrown.response();
    console.error(`api: ${thrown.stack ?? String(thrown)}`);
    return new Problem(500, "Something went wrong here; the log says what.").response();
  });
  return app;
}

/** `{id}` is a part of the path; of `{key}.png` the handler gets what stands before the dot. */
const honoPath = (path: string): string =>
  path.replaceAll(/\{(\w+)\}(?:\.(\w+))?/g, (_, name: string, end?: string) =>
    end === undefined ? `:${name}` : `:${name}{[^/]+\\.${end}}`,
  );

const paramsOf = (route: Route, params: Record<string, string>): Record<string, string> =>
  /\}\.\w+$/.test(route.path)
    ? Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value.replace(/\.\w+$/, "")]))
    : params;

/** Token, scope, query; then the handler looks for the thing and reads the body. What it changed goes to the audit log. */
async function answer(route: Route, c: Context<AppEnv>): Promise<Response> {
  const ports = c.get("ports");
  const actor = route.scope === "public" ? null : await authorize(c.req.raw, route.scope, ports.identify);
  const query = route.query === undefined ? {} : readQuery(route.query, new URL(c.req.url));
  const params = paramsOf(route, c.req.param() as Record<string, string>);
  const handle = (request: Request) => route.handle({ params, query, ports, request, actor });
  if (actor === null || route.method === "get") return handle(c.req.raw);
  return once(c.req.raw, actor.tokenId, ports.once, async (request) => {
    const response = await handle(request);
    if (route.audited !== false) await ports.audit.add(entryOf(route, params, actor, request, response, ports));
    return response;
  });
}

function entryOf(
  { operation }: Route,
  params: Record<string, string>,
  { tokenId, name }: Actor,
  request: Request,
  response: Response,
  { audit }: Ports,
): AuditEntry {
  const made = response.status === 201 ? /[^/]+$/.exec(response.headers.get("location") ?? "")?.[0] : undefined;
  const subject = params["id"] ?? made ?? null;
  return { at: audit.wallNow(), tokenId, tokenName: name, operation, subject, request: recorded(asked(request)) };
}

function methodsByPath(): Map<string, string[]> {
  const methods = new Map([
    ["/openapi.json", ["GET", "HEAD"]],
    ["/docs", ["GET", "HEAD"]],
  ]);
  for (const { path, method } of routes) {
    const known = methods.get(honoPath(path)) ?? [];
    methods.set(honoPath(path), [...known, ...(method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()])]);
  }
  return methods;
}

async function wrongMethod(c: Context<AppEnv>, path: string, allowed: string[]): Promise<Response> {
  if (path.startsWith("/v1/")) await authorize(c.req.raw, "read", c.get("ports").identify);
  throw new Problem(405, `Allowed here: ${allowed.join(", ")}.`, {}, { allow: allowed.join(", ") });
}

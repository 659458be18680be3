import type { Context } from "hono";
import { HonoBase } from "hono/hono-base";
import { TrieRouter } from "hono/router/trie-router";
import { audited, notedRead, noteRefused, writerOf, type AuditContext } from "./audited.ts";
import { authorize, reaches, withinLimit, type Actor } from "../../http/auth.ts";
import { drained } from "../../http/body.ts";
import { requestIdOf, secured } from "../../http/headers.ts";
import { idempotent } from "../../http/idempotency.ts";
import { portsFor, writeFor, type LimitablePorts } from "./limited.ts";
import { revalidated } from "../../http/preconditions.ts";
import { Problem, quotaProblem } from "../../http/problem.ts";
import { readQuery, refuseUnknownIds } from "../../http/query.ts";
import { readOnly, type Route } from "../../http/route.ts";
import type { Scope } from "../../features/people/resource/scopes.ts";
import { logged } from "../log/log.ts";
import { routes, type ApiPorts } from "./routes.ts";

export type AppEnv<Own extends LimitablePorts = LimitablePorts> = {
  Variables: {
    ports: Own;
    requestId: string;
    /** The caller of a request that counts against the limit of its token. */
    counted?: Actor;
  };
};

/** Creates the API as a Hono app. `open` provides the ports of a request, `beside` adds other routes to the app. */
export function createApp<Own extends LimitablePorts>(
  open: (env: never) => Own,
  beside: (app: HonoBase<AppEnv<Own>>) => void = () => undefined,
): HonoBase<AppEnv<Own>> {
  // Hono's default first tries a router that does not support paths like these.
  const app = new HonoBase<AppEnv<Own>>({ router: new TrieRouter() });
  app.use(async (c, next) => {
    const ports = open(c.env as never);
    c.set("ports", ports);
    c.set("requestId", requestIdOf(c.req.raw));
    await next();
    if (c.res.status >= 400) await drained(c.req.raw);
    c.res = secured(c.res);
    c.res.headers.set("x-request-id", c.get("requestId"));
    const counted = c.get("counted");
    if (counted === undefined) return;
    const { limit, remaining, resetSeconds } = ports.writes.left(counted.tokenId, ports.writes.wallNow());
    c.res.headers.set("ratelimit-limit", String(limit));
    c.res.headers.set("ratelimit-remaining", String(remaining));
    c.res.headers.set("ratelimit-reset", String(resetSeconds));
  });
  for (const [path, own] of byPath()) {
    for (const route of own) app.on(route.method, honoPath(path), (c) => answer(route, c, c.get("ports")));
    app.all(honoPath(path), async (c) => {
      if (own.some(({ scope }) => scope !== "public")) await authorize(c.req.raw, "read", c.get("ports").identify);
      return invalidMethod(own.flatMap(methodsOf));
    });
  }
  app.all("/v1/*", async (c) => {
    await authorize(c.req.raw, "read", c.get("ports").identify);
    throw new Problem(404, "No such path.");
  });
  app.notFound(() => new Problem(404, "No such path.").response());
  app.onError((thrown, c) => {
    const problem = thrown instanceof Problem ? thrown : quotaProblem(thrown);
    if (problem !== null) return problem.response();
    logged("api", { requestId: c.get("requestId") })(thrown);
    return new Problem(500, "Something went wrong here; the log says what.").response();
  });
  beside(app);
  return app;
}

/** A path in Hono's syntax: `{id}` becomes a parameter, `{key}.png` one that ends with the extension. */
export const honoPath = (path: string): string =>
  path.replaceAll(/\{(\w+)\}(?:\.(\w+))?/g, (_, name: string, end?: string) =>
    end === undefined ? `:${name}` : `:${name}{[^/]+\\.${end}}`,
  );

const paramsOf = (route: Route, params: Record<string, string>): Record<string, string> =>
  /\}\.\w+$/.test(route.path)
    ? Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value.replace(/\.\w+$/, "")]))
    : params;

/**
 * Checks token, scope and query, then lets the handler find the record and read the body. The outcome goes to the audit
 * log.
 */
async function answer(route: Route<ApiPorts>, c: Context, ports: LimitablePorts): Promise<Response> {
  const url = new URL(c.req.url);
  const params = paramsOf(route, c.req.param() as Record<string, string>);
  const queried = () => readQuery(route.query, url);
  if (route.scope === "public")
    return route.handle({ params, query: queried(), ports, request: c.req.raw, actor: null, write: readOnly });
  if (route.method === "get") {
    const actor = await authorize(c.req.raw, "read", ports.identify);
    const asking: AuditContext = { route, params, query: {}, actor, ports };
    return notedRead(asking, c.req.raw, async () => {
      if (!reaches(actor, route.scope as Scope)) throw new Problem(403, `The token's scope is not ${route.scope}.`);
      const own = portsFor(route, actor, ports);
      const query = (asking.query = queried());
      await refuseUnknownIds(route.query, query, own);
      const answered = await route.handle({ params, query, ports: own, request: c.req.raw, actor, write: readOnly });
      return revalidated(c.req.raw, answered);
    });
  }
  const actor = await authorize(c.req.raw, "read", ports.identify);
  c.set("counted", actor);
  withinLimit(ports, actor);
  const needed = route.harmless?.(url.searchParams) === true ? "read" : route.scope;
  if (!reaches(actor, needed)) {
    const refusal = new Problem(403, `The token's scope is not ${needed}.`);
    await noteRefused({ route, params, query: {}, actor, ports }, c.req.raw, refusal);
    throw refusal;
  }
  const own = portsFor(route, actor, ports);
  const query = queried();
  await refuseUnknownIds(route.query, query, own);
  const asking: AuditContext = { route, params, query, actor, ports };
  const { tokenId } = actor;
  return idempotent(c.req.raw, { tokenId, keeps: route.keeps === true }, ports.idempotency, (request, keyed) =>
    audited(asking, request, () =>
      route.handle({
        params,
        query,
        ports: own,
        request,
        actor,
        write: writeFor(actor, ports, writerOf(asking, request, keyed)),
      }),
    ),
  );
}

/** The operations by path. Paths without placeholders come before those that would match them too. */
function byPath(): [string, Route<ApiPorts>[]][] {
  const paths = new Map<string, Route<ApiPorts>[]>();
  for (const route of routes) paths.set(route.path, [...(paths.get(route.path) ?? []), route]);
  return [...paths].sort(([a], [b]) => Number(a.includes("{")) - Number(b.includes("{")));
}

const methodsOf = ({ method }: Route): string[] => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()]);

function invalidMethod(allowed: string[]): never {
  throw new Problem(405, `Allowed here: ${allowed.join(", ")}.`, {}, { allow: allowed.join(", ") });
}

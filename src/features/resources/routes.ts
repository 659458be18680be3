import * as z from "zod";
import type { Horizon, HorizonPorts } from "../../core/knowledge.ts";
import { change, create, remove, type StoreDeps, type Written } from "../../resources/write/write-resource.ts";
import type { Narrowed } from "../../core/filter.ts";
import { resources } from "../../resources/registry.ts";
import type { Declared } from "../../resources/resource.ts";
import { typeName, viewOf } from "../../resources/view.ts";
import { jsonBody } from "../../http/body.ts";
import { etagOf, recordAt, revisionsIn } from "../../http/preconditions.ts";
import { granted } from "../../http/problem.ts";
import { cascadeFlag, createdKey, pageBody, pageOf, pageQuery } from "../../http/query.ts";
import { json, respond, routesOver, type Answered, type RouteContext } from "../../http/route.ts";

const route = routesOver<HorizonPorts>();

/** What the routes of a resource share. */
function sharedBy(of: Declared) {
  const [reading, writing] = of.scope === undefined ? (["read", "write"] as const) : [of.scope, of.scope];
  return {
    of,
    path: `/v1/${of.name}`,
    type: typeName(of),
    reading,
    writing,
    /** Resources without watchlists are hidden from limited tokens. */
    limited: of.within === undefined ? {} : { withinLists: true as const },
    named: (requested: RouteContext<HorizonPorts>) => recordAt(of, requested),
  };
}

type Shared = ReturnType<typeof sharedBy>;

/** The horizon of a resource whose state can become unknown; null for others. */
const horizonFor = async (
  of: Declared,
  { ports }: Pick<RouteContext<HorizonPorts>, "ports">,
): Promise<Horizon | null> =>
  Object.values(of.computedFields ?? {}).some(({ hasHorizon }) => hasHorizon) ? ports.horizon() : null;

/** A written record as it is answered. What is shown only once has no part in its tag. */
function displayedOf(of: Declared, { one, made: created }: Written, horizon: Horizon | null) {
  const view = viewOf(of, one, horizon);
  return {
    body: { ...view, ...(Object.keys(created).length === 0 ? {} : of.made?.shown(one, created)) },
    etag: etagOf(one, view),
  };
}

function readingRoutes({ of, path, type, reading: scope, limited, named }: Shared) {
  const filters = () =>
    Object.entries(of.filters ?? {}).map(([name, filter]) => [name, filter.schema().optional()] as const);
  return [
    route({
      method: "get",
      path,
      scope,
      ...limited,
      operation: `list${type}s`,
      query: () => z.object({ ...Object.fromEntries(filters()), ...pageQuery() }),
      async handle(requested) {
        const { ports, query } = requested;
        const { limit: _limit, cursor: _cursor, ...narrowed } = query;
        const [page, horizon] = await Promise.all([
          ports.keep.list(of, narrowed as Narrowed, pageOf(query, createdKey)),
          horizonFor(of, requested),
        ]);
        return json(pageBody(page, (displayed) => viewOf(of, displayed, horizon)));
      },
    }),
    route({
      method: "get",
      path: `${path}/{id}`,
      scope,
      ...limited,
      operation: `get${type}`,
      async handle(requested) {
        const [displayed, horizon] = await Promise.all([named(requested), horizonFor(of, requested)]);
        const seen = viewOf(of, displayed, horizon);
        return json(seen, 200, { etag: etagOf(displayed, seen) });
      },
    }),
  ];
}

function creatingRoutes({ of, path, type, writing: scope, limited, named }: Shared) {
  return [
    route({
      method: "post",
      path,
      scope,
      ...limited,
      operation: `create${type}`,
      keeps: true,
      async handle(requested) {
        const horizon = await horizonFor(of, requested);
        const answered = (written: Written): Answered => {
          const { body, etag } = displayedOf(of, written, horizon);
          const { id } = written.one;
          return { status: 201, body, headers: { location: `${path}/${id}`, etag }, subject: id };
        };
        const body = await jsonBody(requested.request);
        return respond(answered(granted(await create(of, body, storeDeps(requested, answered)))));
      },
    }),
    route({
      method: "patch",
      path: `${path}/{id}`,
      scope,
      ...limited,
      operation: `change${type}`,
      keeps: true,
      async handle(requested) {
        const [before, horizon] = await Promise.all([named(requested), horizonFor(of, requested)]);
        const answered = (written: Written): Answered => {
          const { body, etag } = displayedOf(of, written, horizon);
          return { status: 200, body, headers: { etag }, subject: written.one.id };
        };
        const revisions = revisionsIn(requested.request);
        const patch = await jsonBody(requested.request);
        return respond(answered(granted(await change(of, before, patch, revisions, storeDeps(requested, answered)))));
      },
    }),
  ];
}

function deletingRoute({ of, path, type, writing: scope, limited, named }: Shared) {
  return route({
    method: "delete",
    path: `${path}/{id}`,
    scope,
    ...limited,
    operation: `delete${type}`,
    query: () => z.object({ cascade: cascadeFlag() }),
    keeps: true,
    async handle(requested) {
      const before = await named(requested);
      const answered: Answered = { status: 204, body: null, headers: {}, subject: before.id };
      const wish = { cascade: requested.query.cascade ?? false, revisions: revisionsIn(requested.request) };
      granted(
        await remove(
          of,
          before,
          wish,
          storeDeps(requested, () => answered),
        ),
      );
      return respond(answered);
    },
  });
}

/** Ports of a command that stores a record together with its answer. */
const storeDeps = (requested: RouteContext<HorizonPorts>, answered: (written: Written) => Answered): StoreDeps => ({
  ...requested.ports.keep,
  by: requested.actor!.name,
  write: (steps, written) => requested.write(steps, answered(written!)),
});

/** The five routes of each resource. */
export const resourceRoutes = resources.flatMap((of) => {
  const shared = sharedBy(of);
  return [...readingRoutes(shared), ...creatingRoutes(shared), deletingRoute(shared)];
});

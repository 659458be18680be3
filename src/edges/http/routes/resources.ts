import * as z from "zod";
import type { Horizon } from "../../../core/knowledge.ts";
import { change, create, remove, type StoreDeps, type Written } from "../../../flows/manage/keep.ts";
import type { Narrowed } from "../../../flows/browse/filters.ts";
import { resources } from "../../../resources/registry.ts";
import type { Declared } from "../../../resources/resource.ts";
import { typeName, viewOf } from "../../../resources/view.ts";
import { jsonBody } from "../body.ts";
import { etagOf, revisionsIn } from "../preconditions.ts";
import { granted } from "../problem.ts";
import { flag, createdKey, knownList, pageBody, pageOf, pageQuery } from "../query.ts";
import { recordAt } from "../record-at.ts";
import { json, respond, route, type Answered, type Asked, type Route } from "../route.ts";

/** What the routes of one resource have in common. */
function sharedBy(of: Declared) {
  const [reading, writing] = of.scope === undefined ? (["read", "write"] as const) : [of.scope, of.scope];
  return {
    of,
    path: `/v1/${of.name}`,
    type: typeName(of),
    reading,
    writing,
    /** Nobody who is limited to watchlists makes one. */
    limited: of.within === undefined ? {} : { withinLists: true as const },
    named: (asked: Asked) => recordAt(of, asked),
  };
}

type Shared = ReturnType<typeof sharedBy>;

/** What decides what is known of a resource by now; null where it does not matter. */
const horizonFor = async (of: Declared, { ports }: Pick<Asked, "ports">): Promise<Horizon | null> =>
  of.hasHorizon === true ? ports.horizon() : null;

const view = (of: Declared, { one, made: created }: Written, horizon: Horizon | null) => ({
  ...viewOf(of, one, horizon),
  ...(Object.keys(created).length === 0 ? {} : of.made?.shown(one, created)),
});

function readingRoutes({ of, path, type, reading: scope, limited, named }: Shared): Route[] {
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
      async handle(asked) {
        const { ports, query } = asked;
        const { limit: _limit, cursor: _cursor, ...narrowed } = query;
        await knownList((narrowed as Narrowed)["watchlistId"], ports);
        const [page, horizon] = await Promise.all([
          ports.keep.list(of, narrowed as Narrowed, pageOf(query, createdKey)),
          horizonFor(of, asked),
        ]);
        return json(pageBody(page, (shown) => viewOf(of, shown, horizon)));
      },
    }),
    route({
      method: "get",
      path: `${path}/{id}`,
      scope,
      ...limited,
      operation: `get${type}`,
      async handle(asked) {
        const [shown, horizon] = await Promise.all([named(asked), horizonFor(of, asked)]);
        return json(viewOf(of, shown, horizon), 200, { etag: etagOf(shown) });
      },
    }),
  ];
}

function creatingRoutes({ of, path, type, writing: scope, limited, named }: Shared): Route[] {
  return [
    route({
      method: "post",
      path,
      scope,
      ...limited,
      operation: `create${type}`,
      keeps: true,
      async handle(asked) {
        const horizon = await horizonFor(of, asked);
        const answered = (written: Written): Answered => ({
          status: 201,
          body: view(of, written, horizon),
          headers: { location: `${path}/${written.one.id}`, etag: etagOf(written.one) },
          subject: written.one.id,
        });
        const body = await jsonBody(asked.request);
        return respond(answered(granted(await create(of, body, storeDeps(asked, answered)))));
      },
    }),
    route({
      method: "patch",
      path: `${path}/{id}`,
      scope,
      ...limited,
      operation: `change${type}`,
      keeps: true,
      async handle(asked) {
        const [before, horizon] = await Promise.all([named(asked), horizonFor(of, asked)]);
        const answered = (written: Written): Answered => ({
          status: 200,
          body: view(of, written, horizon),
          headers: { etag: etagOf(written.one) },
          subject: written.one.id,
        });
        const revisions = revisionsIn(asked.request);
        const patch = await jsonBody(asked.request);
        return respond(answered(granted(await change(of, before, patch, revisions, storeDeps(asked, answered)))));
      },
    }),
  ];
}

function deletingRoute({ of, path, type, writing: scope, limited, named }: Shared): Route {
  return route({
    method: "delete",
    path: `${path}/{id}`,
    scope,
    ...limited,
    operation: `delete${type}`,
    query: () => z.object({ cascade: flag().optional().describe("Also deletes what uses it, instead of a 409.") }),
    keeps: true,
    async handle(asked) {
      const before = await named(asked);
      const answered: Answered = { status: 204, body: null, headers: {}, subject: before.id };
      const wish = { cascade: asked.query.cascade ?? false, revisions: revisionsIn(asked.request) };
      granted(
        await remove(
          of,
          before,
          wish,
          storeDeps(asked, () => answered),
        ),
      );
      return respond(answered);
    },
  });
}

/** What a flow needs to keep a record, its answer written along with it. */
const storeDeps = (asked: Asked, answered: (written: Written) => Answered): StoreDeps => ({
  ...asked.ports.keep,
  by: asked.actor!.name,
  write: (steps, written) => asked.write(steps, answered(written!)),
});

/** What lists, reads, makes, changes and deletes the records of each resource. */
export const resourceRoutes: Route[] = resources.flatMap((of) => {
  const shared = sharedBy(of);
  return [...readingRoutes(shared), ...creatingRoutes(shared), deletingRoute(shared)];
});

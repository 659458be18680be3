import * as z from "zod";
import { change, create, remove, type KeepDeps, type Written } from "../../../flows/manage/keep.ts";
import type { Narrowed } from "../../../flows/browse/filters.ts";
import { lazy } from "../../../core/lazy.ts";
import { resources } from "../../../resources/registry.ts";
import type { Declared } from "../../../resources/resource.ts";
import { madeSchema, typeName, viewOf, viewSchema } from "../../../resources/view.ts";
import { jsonBody } from "../body.ts";
import { formBody, patchBody } from "../forms.ts";
import { etagOf, revisionsIn } from "../preconditions.ts";
import { found, granted } from "../problem.ts";
import { flag, createdKey, pageBody, pageOf, pageQuery } from "../query.ts";
import { json, respond, route, type Answered, type Asked, type Route } from "../route.ts";
import { pageShape } from "../shapes.ts";

/** What the routes of one resource have in common. */
function sharedBy(of: Declared) {
  const [reading, writing] = of.scope === undefined ? (["read", "write"] as const) : [of.scope, of.scope];
  return {
    of,
    path: `/v1/${of.name}`,
    type: typeName(of),
    one: `${/^[aeiou]/.test(of.noun) ? "an" : "a"} ${of.noun}`,
    tag: of.name.replace(/^./, (letter) => letter.toUpperCase()),
    schema: lazy(() => viewSchema(of)),
    reading,
    writing,
    named: async ({ ports, params }: Asked) => found(await ports.keep.find(of, params["id"]!), of.noun),
  };
}

type Shared = ReturnType<typeof sharedBy>;

const view = (of: Declared, { one, made }: Written) => ({
  ...viewOf(of, one),
  ...(Object.keys(made).length === 0 ? {} : of.made?.shown(one, made)),
});

function readingRoutes({ of, path, type, one, tag, schema, reading: scope, named }: Shared): Route[] {
  const filters = Object.entries(of.filters ?? {}).map(([name, filter]) => [name, filter.schema.optional()] as const);
  return [
    route({
      method: "get",
      path,
      scope,
      operation: `list${type}s`,
      tag,
      summary: `List ${of.name}, oldest first`,
      description: of.words.list,
      query: z.object({ ...Object.fromEntries(filters), ...pageQuery }),
      status: 200,
      reply: { description: `A page of ${of.name}`, schema: () => pageShape(schema()) },
      async handle({ ports, query }) {
        const { limit: _limit, cursor: _cursor, ...narrowed } = query;
        const page = await ports.keep.list(of, narrowed as Narrowed, pageOf(query, createdKey));
        return json(pageBody(page, (shown) => viewOf(of, shown)));
      },
    }),
    route({
      method: "get",
      path: `${path}/{id}`,
      scope,
      operation: `get${type}`,
      tag,
      summary: `Read ${one}`,
      status: 200,
      reply: { description: `The ${of.noun}`, schema },
      etag: true,
      async handle(asked) {
        const shown = await named(asked);
        return json(viewOf(of, shown), 200, { etag: etagOf(shown) });
      },
    }),
  ];
}

function makingRoutes({ of, path, type, one, tag, schema, writing: scope, named }: Shared): Route[] {
  return [
    route({
      method: "post",
      path,
      scope,
      operation: `create${type}`,
      tag,
      summary: of.words.create,
      description: of.words.creating,
      body: () => formBody(of),
      status: 201,
      reply: { description: `The ${of.noun}`, schema: () => madeSchema(of) },
      refusals: of.unique === undefined ? [] : [409],
      etag: true,
      keeps: true,
      async handle(asked) {
        const answered = (written: Written): Answered => ({
          status: 201,
          body: view(of, written),
          headers: { location: `${path}/${written.one.id}`, etag: etagOf(written.one) },
          subject: written.one.id,
        });
        const body = await jsonBody(asked.request);
        return respond(answered(granted(await create(of, body, keepDeps(asked, answered)))));
      },
    }),
    route({
      method: "patch",
      path: `${path}/{id}`,
      scope,
      operation: `change${type}`,
      tag,
      summary: `Change ${one}`,
      description: of.words.changing,
      body: () => patchBody(of),
      status: 200,
      reply: { description: `The ${of.noun} as it is now`, schema },
      refusals: [409, 412],
      etag: true,
      keeps: true,
      async handle(asked) {
        const before = await named(asked);
        const answered = (written: Written): Answered => ({
          status: 200,
          body: view(of, written),
          headers: { etag: etagOf(written.one) },
          subject: written.one.id,
        });
        const revisions = revisionsIn(asked.request);
        const patch = await jsonBody(asked.request);
        return respond(answered(granted(await change(of, before, patch, revisions, keepDeps(asked, answered)))));
      },
    }),
  ];
}

function deletingRoute({ of, path, type, one, tag, writing: scope, named }: Shared): Route {
  const uses = (ref: { to: string; gone: string } | undefined) => ref?.to === of.name && ref.gone === "refuse";
  const used = resources.some(({ refs }) => Object.values(refs).some(uses));
  const words = [
    of.words.deleting ?? [],
    used ? "409 lists what uses it, unless `cascade` takes that along." : [],
  ].flat();
  return route({
    method: "delete",
    path: `${path}/{id}`,
    scope,
    operation: `delete${type}`,
    tag,
    summary: `Delete ${one}`,
    description: words.length === 0 ? undefined : words.join(" "),
    query: z.object({ cascade: flag.optional().describe("Also deletes what uses it, instead of a 409.") }),
    status: 204,
    reply: { description: "It is deleted" },
    refusals: used || of.builtIn !== undefined ? [409, 412] : [412],
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
          keepDeps(asked, () => answered),
        ),
      );
      return respond(answered);
    },
  });
}

/** What a flow needs to keep a record, its answer written along with it. */
const keepDeps = (asked: Asked, answered: (written: Written) => Answered): KeepDeps => ({
  ...asked.ports.keep,
  by: asked.actor!.name,
  write: (steps, written) => asked.write(steps, answered(written!)),
});

/** What lists, reads, makes, changes and deletes the records of each resource. */
export const resourceRoutes: Route[] = resources.flatMap((of) => {
  const shared = sharedBy(of);
  return [...readingRoutes(shared), ...makingRoutes(shared), deletingRoute(shared)];
});

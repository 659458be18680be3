import * as z from "zod";
import { change, create, remove, type KeepDeps, type Written } from "../../../flows/manage/keep.ts";
import { resources } from "../../../resources/registry.ts";
import type { AnyKept, Declared } from "../../../resources/resource.ts";
import { madeSchema, typeName, viewOf, viewSchema } from "../../../resources/view.ts";
import { jsonBody } from "../body.ts";
import { formBody, patchBody } from "../forms.ts";
import { etagOf, revisionsIn } from "../preconditions.ts";
import { found, granted } from "../problem.ts";
import { flag, madeKey, pageBody, pageOf, pageQuery } from "../query.ts";
import { json, respond, route, type Answered, type Asked, type Route } from "../route.ts";
import { pageShape } from "../shapes.ts";

/** What reads, lists, makes, changes and deletes the records of one resource. */
function routesOf(of: Declared): Route[] {
  const path = `/v1/${of.name}`;
  const [one, many] = [typeName(of), `${typeName(of)}s`];
  const article = /^[aeiou]/.test(of.noun) ? "an" : "a";
  const [reading, writing] = of.scope === undefined ? (["read", "write"] as const) : [of.scope, of.scope];
  const tag = of.name.replace(/^./, (letter) => letter.toUpperCase());
  const schema = viewSchema(of);
  const used = resources.some(({ refs }) =>
    Object.values(refs).some((ref) => ref?.to === of.name && ref.gone === "refuse"),
  );
  const { words } = of;
  const filters = Object.entries(of.filters ?? {}).map(([name, filter]) => [name, filter.schema.optional()] as const);
  const named = async ({ ports, params }: Asked) => found(await ports.keep.find(of, params["id"]!), of.noun);
  const view = (shown: AnyKept, made: Record<string, string>) => ({
    ...viewOf(of, shown),
    ...(Object.keys(made).length === 0 ? {} : of.made?.shown(shown, made)),
  });
  return [
    route({
      method: "get",
      path,
      scope: reading,
      operation: `list${many}`,
      tag,
      summary: `List ${of.name}, oldest first`,
      description: words.list,
      query: z.object({ ...Object.fromEntries(filters), ...pageQuery }),
      status: 200,
      reply: { description: `A page of ${of.name}`, schema: pageShape(schema) },
      handle: async ({ ports, query }) =>
        json(pageBody(await ports.keep.list(of, query as never, pageOf(query, madeKey)), (shown) => viewOf(of, shown))),
    }),
    route({
      method: "post",
      path,
      scope: writing,
      operation: `create${one}`,
      tag,
      summary: words.create,
      description: words.creating,
      body: formBody(of),
      status: 201,
      reply: { description: `The ${of.noun}`, schema: madeSchema(of) },
      refusals: of.unique === undefined ? [] : [409],
      etag: true,
      keeps: true,
      async handle(asked) {
        const answered = ({ one: shown, made }: Written): Answered => ({
          status: 201,
          body: view(shown, made),
          headers: { location: `${path}/${shown.id}`, etag: etagOf(shown) },
          subject: shown.id,
        });
        const body = await jsonBody(asked.request);
        return respond(answered(granted(await create(of, body, keepDeps(asked, answered)))));
      },
    }),
    route({
      method: "get",
      path: `${path}/{id}`,
      scope: reading,
      operation: `get${one}`,
      tag,
      summary: `Read ${article} ${of.noun}`,
      status: 200,
      reply: { description: `The ${of.noun}`, schema },
      etag: true,
      async handle(asked) {
        const shown = await named(asked);
        return json(viewOf(of, shown), 200, { etag: etagOf(shown) });
      },
    }),
    route({
      method: "patch",
      path: `${path}/{id}`,
      scope: writing,
      operation: `change${one}`,
      tag,
      summary: `Change ${article} ${of.noun}`,
      description: words.changing,
      body: patchBody(of),
      status: 200,
      reply: { description: `The ${of.noun} as it is now`, schema },
      refusals: [409, 412],
      etag: true,
      keeps: true,
      async handle(asked) {
        const before = await named(asked);
        const answered = ({ one: shown, made }: Written): Answered => ({
          status: 200,
          body: view(shown, made),
          headers: { etag: etagOf(shown) },
          subject: shown.id,
        });
        const revisions = revisionsIn(asked.request);
        const patch = await jsonBody(asked.request);
        return respond(answered(granted(await change(of, before, patch, revisions, keepDeps(asked, answered)))));
      },
    }),
    route({
      method: "delete",
      path: `${path}/{id}`,
      scope: writing,
      operation: `delete${one}`,
      tag,
      summary: `Delete ${article} ${of.noun}`,
      description:
        [words.deleting, used ? "409 lists what uses it, unless `cascade` takes that along." : undefined]
          .filter((text) => text !== undefined)
          .join(" ") || undefined,
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
    }),
  ];
}

/** What a flow needs to keep a record, its answer written along with it. */
const keepDeps = (asked: Asked, answered: (written: Written) => Answered): KeepDeps => ({
  ...asked.ports.keep,
  by: asked.actor!.name,
  write: (steps, written) => asked.write(steps, answered(written!)),
});

export const resourceRoutes: Route[] = resources.flatMap(routesOf);

import * as z from "zod";
import { targetView } from "../../../flows/browse/target-view.ts";
import { changeTarget } from "../../../flows/manage/change-target.ts";
import { createTarget } from "../../../flows/manage/create-target.ts";
import { pollNow } from "../../../flows/manage/poll-now.ts";
import { removeTarget } from "../../../flows/manage/remove-target.ts";
import { targetKinds } from "../../../targets/registry.ts";
import { jsonBody, noBody } from "../body.ts";
import { forms, patchOf } from "../forms.ts";
import { found, granted } from "../problem.ts";
import { flag, madeKey, pageBody, pageOf, pageQuery } from "../query.ts";
import { created, noContent, json, route, type Route } from "../route.ts";
import { pageShape, polledShape, targetShape } from "../shapes.ts";

const tag = "Targets";

const kindNames = Object.keys(targetKinds);

const filter = {
  kind: z.enum(kindNames, `must be one of: ${kindNames.join(", ")}`).optional(),
  watchlistId: z.string().optional(),
  enabled: flag.optional(),
  q: z.string().max(200).optional().meta({ description: "Part of the name, in any case." }),
};

export const targetRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/targets",
    scope: "read",
    operation: "listTargets",
    tag,
    summary: "List targets, oldest first",
    query: z.object({ ...filter, ...pageQuery }),
    status: 200,
    reply: { description: "A page of targets", schema: pageShape(targetShape) },
    handle: async ({ ports, query }) =>
      json(pageBody(await ports.targets.list(query, pageOf(query, madeKey)), targetView)),
  }),
  route({
    method: "post",
    path: "/v1/targets",
    scope: "write",
    operation: "createTarget",
    tag,
    summary: "Watch a target",
    description: "The same kind and params twice in one watchlist is a 409.",
    body: forms.target,
    status: 201,
    reply: { description: "The target", schema: targetShape },
    refusals: [409],
    async handle({ ports, request }) {
      const target = granted(await createTarget(await jsonBody(request), ports.targets));
      return created(`/v1/targets/${target.id}`, targetView(target));
    },
  }),
  route({
    method: "get",
    path: "/v1/targets/{id}",
    scope: "read",
    operation: "getTarget",
    tag,
    summary: "Read a target",
    status: 200,
    reply: { description: "The target", schema: targetShape },
    handle: async ({ ports, params }) => json(targetView(found(await ports.targets.find(params["id"]!), "target"))),
  }),
  route({
    method: "patch",
    path: "/v1/targets/{id}",
    scope: "write",
    operation: "changeTarget",
    tag,
    summary: "Change a target",
    description: "Other params begin anew: what was seen before is forgotten.",
    body: patchOf("target"),
    status: 200,
    reply: { description: "The target as it is now", schema: targetShape },
    refusals: [409],
    async handle({ ports, params, request }) {
      const target = found(await ports.targets.find(params["id"]!), "target");
      return json(targetView(granted(await changeTarget(target, await jsonBody(request), ports.targets))));
    },
  }),
  route({
    method: "delete",
    path: "/v1/targets/{id}",
    scope: "write",
    operation: "deleteTarget",
    tag,
    summary: "Stop watching a target",
    description: "Its events stay. 409 lists the subscriptions that name it, unless `cascade` takes them along.",
    query: z.object({ cascade: flag.optional() }),
    status: 204,
    reply: { description: "It is deleted" },
    refusals: [409],
    async handle({ ports, params, query }) {
      const { id } = found(await ports.targets.find(params["id"]!), "target");
      granted(await removeTarget(id, query.cascade ?? false, ports.targets));
      return noContent();
    },
  }),
  route({
    method: "post",
    path: "/v1/targets/{id}/poll",
    scope: "write",
    operation: "pollTarget",
    tag,
    summary: "Poll a target now",
    description: "Out of the same budget as the timetable; what is found is told at once.",
    status: 200,
    reply: { description: "What was seen, or the fault", schema: polledShape },
    refusals: [415, 429],
    async handle({ ports, params, request }) {
      const target = found(await ports.targets.find(params["id"]!), "target");
      await noBody(request);
      return json(granted(await pollNow(target, ports.polling)));
    },
  }),
];

import * as z from "zod";
import { silenceView } from "../../../flows/browse/silence-view.ts";
import { changeSilence, createSilence } from "../../../flows/manage/silences.ts";
import { jsonBody } from "../body.ts";
import { forms, patchOf } from "../forms.ts";
import { found, granted } from "../problem.ts";
import { madeKey, pageBody, pageOf, pageQuery } from "../query.ts";
import { created, noContent, json, route, type Route } from "../route.ts";
import { pageShape } from "../shapes.ts";
import { silenceShape } from "../telling-shapes.ts";

const tag = "Silences";

export const silenceRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/silences",
    scope: "read",
    operation: "listSilences",
    tag,
    summary: "List silences, oldest first",
    description: "Those that are over are listed too, until they are deleted.",
    query: z.object(pageQuery),
    status: 200,
    reply: { description: "A page of silences", schema: pageShape(silenceShape) },
    handle: async ({ ports, query }) => json(pageBody(await ports.silences.list(pageOf(query, madeKey)), silenceView)),
  }),
  route({
    method: "post",
    path: "/v1/silences",
    scope: "write",
    operation: "createSilence",
    tag,
    summary: "Silence a target, a watchlist or a type for a while",
    description:
      "Events go on, messages do not: their deliveries are `suppressed`. What it names must all fit an event; one that " +
      "names nothing silences everything.",
    body: forms.silence,
    status: 201,
    reply: { description: "The silence", schema: silenceShape },
    async handle({ ports, request }) {
      const silence = granted(await createSilence(await jsonBody(request), ports.silences));
      return created(`/v1/silences/${silence.id}`, silenceView(silence));
    },
  }),
  route({
    method: "get",
    path: "/v1/silences/{id}",
    scope: "read",
    operation: "getSilence",
    tag,
    summary: "Read a silence",
    status: 200,
    reply: { description: "The silence", schema: silenceShape },
    handle: async ({ ports, params }) => json(silenceView(found(await ports.silences.find(params["id"]!), "silence"))),
  }),
  route({
    method: "patch",
    path: "/v1/silences/{id}",
    scope: "write",
    operation: "changeSilence",
    tag,
    summary: "Change a silence",
    description: "An `until` that has passed ends it.",
    body: patchOf("silence", { reason: "Maintenance" }),
    status: 200,
    reply: { description: "The silence as it is now", schema: silenceShape },
    async handle({ ports, params, request }) {
      const silence = found(await ports.silences.find(params["id"]!), "silence");
      return json(silenceView(granted(await changeSilence(silence, await jsonBody(request), ports.silences))));
    },
  }),
  route({
    method: "delete",
    path: "/v1/silences/{id}",
    scope: "write",
    operation: "deleteSilence",
    tag,
    summary: "Delete a silence",
    status: 204,
    reply: { description: "It is deleted" },
    async handle({ ports, params }) {
      found((await ports.silences.remove(params["id"]!)) ? true : null, "silence");
      return noContent();
    },
  }),
];

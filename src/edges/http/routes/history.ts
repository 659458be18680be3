import * as z from "zod";
import { airtime } from "../../../flows/browse/airtime.ts";
import { BROADCASTING, broadcasts, broadcastView } from "../../../flows/browse/broadcasts.ts";
import { mergedSamples, sampleView } from "../../../flows/browse/samples.ts";
import { target } from "../../../resources/targets/target.ts";
import { found } from "../problem.ts";
import { instant, pageBody, pageOf, pageQuery, seqKey } from "../query.ts";
import { json, route, type Route } from "../route.ts";
import { broadcastShape, pageShape, sampleShape } from "../shapes.ts";

const tag = "Targets";

const sampleKey = z.tuple([z.int(), z.int()]);

const filter = {
  since: instant.optional(),
  until: instant.optional(),
  series: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: "A series by name, or a prefix such as `views:*`." }),
};

export const historyRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/targets/{id}/sessions",
    scope: "read",
    operation: "listTargetSessions",
    tag,
    summary: "List a live target's broadcasts, newest first",
    description:
      "`endedAt` is null while one lasts, its `durationSeconds` go on until now. Other kinds have none: an empty list.",
    query: z.object(pageQuery),
    status: 200,
    reply: { description: "A page of broadcasts", schema: pageShape(broadcastShape) },
    async handle({ ports, params, query }) {
      const one = found(await ports.keep.find(target, params["id"]!), target.noun);
      const deps = { ...ports.events, now: ports.keep.now };
      return json(pageBody(await broadcasts(one, pageOf(query, seqKey), deps), broadcastView));
    },
  }),
  route({
    method: "get",
    path: "/v1/targets/{id}/samples",
    scope: "read",
    operation: "listTargetSamples",
    tag,
    summary: "List a target's time series, newest first",
    description:
      "Each item holds the series that were sampled at `at`; `since` and `until` bound it, both inclusive. A live target " +
      "has the series `airtimeSeconds`, one item a UTC day with airtime, at the day's begin, and `viewers` while on air.",
    query: z.object({ ...filter, ...pageQuery }),
    status: 200,
    reply: { description: "A page of samples", schema: pageShape(sampleShape) },
    async handle({ ports, params, query }) {
      const one = found(await ports.keep.find(target, params["id"]!), target.noun);
      const page = pageOf(query, sampleKey);
      const points = await ports.samples(one.id, query, page);
      if (one.kind !== BROADCASTING) return json(pageBody(points, sampleView));
      const days = await airtime(one, query, page, { ...ports.events, now: ports.keep.now });
      return json(pageBody(mergedSamples(points, days, page.limit), sampleView));
    },
  }),
];

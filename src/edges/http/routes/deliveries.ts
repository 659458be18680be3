import * as z from "zod";
import { deliveryInFull, deliveryView } from "../../../flows/browse/delivery-view.ts";
import { replayDelivery } from "../../../flows/manage/replay-delivery.ts";
import { noBody } from "../body.ts";
import { found, granted } from "../problem.ts";
import { pageBody, pageOf, pageQuery, seqKey } from "../query.ts";
import { created, json, route, type Route } from "../route.ts";
import { pageShape } from "../shapes.ts";
import { deliveryInFullShape, deliveryShape, deliveryStatuses } from "../telling-shapes.ts";

const tag = "Deliveries";

const filter = {
  status: z.enum(deliveryStatuses, `must be one of: ${deliveryStatuses.join(", ")}`).optional(),
  channelId: z.string().optional(),
  eventId: z.string().optional(),
};

export const deliveryRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/deliveries",
    scope: "read",
    operation: "listDeliveries",
    tag,
    summary: "List deliveries, newest first",
    query: z.object({ ...filter, ...pageQuery }),
    status: 200,
    reply: { description: "A page of deliveries, with every attempt", schema: () => pageShape(deliveryShape()) },
    handle: async ({ ports, query }) =>
      json(pageBody(await ports.deliveries.list(query, pageOf(query, seqKey)), deliveryView)),
  }),
  route({
    method: "get",
    path: "/v1/deliveries/{id}",
    scope: "read",
    operation: "getDelivery",
    tag,
    summary: "Read a delivery",
    description: "With what its last attempt sent and what came back, each cut at 4 KB, without secrets.",
    status: 200,
    reply: { description: "The delivery, with every attempt", schema: deliveryInFullShape },
    handle: async ({ ports, params }) =>
      json(deliveryInFull(found(await ports.deliveries.find(params["id"]!), "delivery"))),
  }),
  route({
    method: "post",
    path: "/v1/deliveries/{id}/replay",
    scope: "write",
    operation: "replayDelivery",
    tag,
    summary: "Send a delivery again",
    description: "Makes a new delivery of the same events; 409 while the channel is disabled.",
    status: 201,
    reply: { description: "The new delivery", schema: deliveryShape },
    refusals: [409, 415],
    async handle({ ports, params, request }) {
      const { id } = found(await ports.deliveries.find(params["id"]!), "delivery");
      await noBody(request);
      const copy = granted(await replayDelivery(id, ports.deliveries));
      return created(`/v1/deliveries/${copy.id}`, deliveryView(copy));
    },
  }),
];

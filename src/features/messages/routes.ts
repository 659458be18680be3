import { deliveryStatuses } from "../../core/delivery.ts";
import * as z from "zod";
import { soughtId } from "../../resources/fields.ts";
import { deliveryInFull, deliveryView } from "./delivery-view.ts";
import { replayDelivery, type DeliveryPorts } from "./replay-dead.ts";
import { noBody } from "../../http/body.ts";
import { found, granted } from "../../http/problem.ts";
import { pageBody, pageOf, pageQuery, deliveryKey } from "../../http/query.ts";
import { created, json, routesOver } from "../../http/route.ts";

const route = routesOver<DeliveryPorts>();

/** The statuses of a delivery. */
const filter = () => ({
  status: z.enum(deliveryStatuses, `must be one of: ${deliveryStatuses.join(", ")}`).optional(),
  channelId: soughtId("channels"),
  eventId: soughtId("events"),
});

export const deliveryRoutes = [
  route({
    method: "get",
    path: "/v1/deliveries",
    scope: "read",
    operation: "listDeliveries",
    query: () => z.object({ ...filter(), ...pageQuery() }),
    handle: async ({ ports, query }) =>
      json(pageBody(await ports.deliveries.list(query, pageOf(query, deliveryKey)), deliveryView)),
  }),
  route({
    method: "get",
    path: "/v1/deliveries/{id}",
    scope: "read",
    operation: "getDelivery",
    handle: async ({ ports, params }) =>
      json(deliveryInFull(found(await ports.deliveries.find(params["id"]!), "delivery"))),
  }),
  route({
    method: "post",
    path: "/v1/deliveries/{id}/replay",
    scope: "write",
    operation: "replayDelivery",
    async handle({ ports, params, request }) {
      const { id } = found(await ports.deliveries.find(params["id"]!), "delivery");
      await noBody(request);
      const copy = granted(await replayDelivery(id, ports.deliveries));
      return created(`/v1/deliveries/${copy.id}`, deliveryView(copy));
    },
  }),
];

import { pageShape } from "../schema.ts";
import { deliveryInFullShape, deliveryShape } from "../../../src/features/messages/shape.ts";
import type { Documented } from "../documented.ts";

const tag = "Deliveries";

export const deliveriesOperations: Record<string, Documented> = {
  listDeliveries: {
    tag,
    summary: "List deliveries, newest first",
    status: 200,
    reply: { description: "A page of deliveries, with every attempt", schema: () => pageShape(deliveryShape()) },
  },
  getDelivery: {
    tag,
    summary: "Read a delivery",
    description: "Includes the last attempt's request and response, each up to 4 KB and without secrets.",
    status: 200,
    reply: { description: "The delivery, with every attempt", schema: deliveryInFullShape },
  },
  replayDelivery: {
    tag,
    summary: "Replay a delivery",
    description: "Creates a new delivery with the same events. Answers 409 while the channel is disabled.",
    status: 201,
    reply: { description: "The new delivery", schema: deliveryShape },
    refusals: [409, 415],
  },
};

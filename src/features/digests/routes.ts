import { deliveryView } from "../messages/delivery-view.ts";
import { previewDigest } from "./preview-digest.ts";
import { runDigest, type DigestPorts } from "./run-digest.ts";
import { digest } from "./resource/digest.ts";
import { noBody, optionalBody } from "../../http/body.ts";
import { granted } from "../../http/problem.ts";
import { recordAt } from "../../http/preconditions.ts";
import { created, json, routesOver } from "../../http/route.ts";

const route = routesOver<DigestPorts>();

export const digestRoutes = [
  route({
    method: "post",
    path: "/v1/digests/{id}/preview",
    scope: "write",
    withinLists: true,
    operation: "previewDigest",
    audited: false,
    async handle(requested) {
      const { ports, request } = requested;
      const one = await recordAt(digest, requested);
      return json(granted(await previewDigest(one, await optionalBody(request), ports.digests)));
    },
  }),
  route({
    method: "post",
    path: "/v1/digests/{id}/run",
    scope: "write",
    withinLists: true,
    operation: "runDigest",
    async handle(requested) {
      const { ports, request } = requested;
      const one = await recordAt(digest, requested);
      await noBody(request);
      const { delivery, deliveries } = granted(await runDigest(one, ports.digests));
      return created(`/v1/deliveries/${delivery.id}`, { ...deliveryView(delivery), deliveries });
    },
  }),
];

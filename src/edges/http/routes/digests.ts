import { deliveryView } from "../../../flows/browse/delivery-view.ts";
import { previewDigest } from "../../../flows/manage/preview-digest.ts";
import { runDigest } from "../../../flows/manage/run-digest.ts";
import { digest } from "../../../resources/digests/digest.ts";
import { noBody } from "../body.ts";
import { found, granted } from "../problem.ts";
import { created, json, route, type Route } from "../route.ts";

export const digestRoutes: Route[] = [
  route({
    method: "post",
    path: "/v1/digests/{id}/preview",
    scope: "write",
    withinLists: true,
    operation: "previewDigest",
    audited: false,
    async handle({ ports, params, request }) {
      const one = found(await ports.keep.find(digest, params["id"]!), digest.noun);
      await noBody(request);
      return json(granted(await previewDigest(one, ports.digests)));
    },
  }),
  route({
    method: "post",
    path: "/v1/digests/{id}/run",
    scope: "write",
    withinLists: true,
    operation: "runDigest",
    async handle({ ports, params, request }) {
      const one = found(await ports.keep.find(digest, params["id"]!), digest.noun);
      await noBody(request);
      const delivery = granted(await runDigest(one, ports.digests));
      return created(`/v1/deliveries/${delivery.id}`, deliveryView(delivery));
    },
  }),
];

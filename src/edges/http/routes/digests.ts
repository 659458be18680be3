import { deliveryView } from "../../../flows/browse/delivery-view.ts";
import { previewDigest } from "../../../flows/manage/preview-digest.ts";
import { runDigest } from "../../../flows/manage/run-digest.ts";
import { digest } from "../../../resources/digests/digest.ts";
import { noBody } from "../body.ts";
import { found, granted } from "../problem.ts";
import { created, json, route, type Route } from "../route.ts";
import { deliveryShape, previewedDigestShape } from "../telling-shapes.ts";

const tag = "Digests";

export const digestRoutes: Route[] = [
  route({
    method: "post",
    path: "/v1/digests/{id}/preview",
    scope: "write",
    operation: "previewDigest",
    audited: false,
    tag,
    summary: "See what a digest would say now",
    description:
      "Sends nothing. The period ends now. `data` is what each section found, `messages` what would be sent, without " +
      "addresses, tokens and signatures, `pictures` the charts as SVG, good on light and dark.",
    status: 200,
    reply: { description: "The period, its data, messages and pictures", schema: previewedDigestShape },
    refusals: [409, 415],
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
    operation: "runDigest",
    tag,
    summary: "Send a digest now, out of turn",
    description: "The period ends now; its own times stay as they are. 409 while the channel is disabled.",
    status: 201,
    reply: { description: "The delivery that brings it", schema: deliveryShape },
    refusals: [409, 415],
    async handle({ ports, params, request }) {
      const one = found(await ports.keep.find(digest, params["id"]!), digest.noun);
      await noBody(request);
      const delivery = granted(await runDigest(one, ports.digests));
      return created(`/v1/deliveries/${delivery.id}`, deliveryView(delivery));
    },
  }),
];

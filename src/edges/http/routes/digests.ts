import * as z from "zod";
import { deliveryView } from "../../../flows/browse/delivery-view.ts";
import { digestView } from "../../../flows/browse/digest-view.ts";
import { changeDigest, createDigest } from "../../../flows/manage/digests.ts";
import { previewDigest } from "../../../flows/manage/preview-digest.ts";
import { runDigest } from "../../../flows/manage/run-digest.ts";
import { jsonBody, noBody } from "../body.ts";
import { forms, patchOf } from "../forms.ts";
import { found, granted } from "../problem.ts";
import { madeKey, pageBody, pageOf, pageQuery } from "../query.ts";
import { created, noContent, json, route, type Route } from "../route.ts";
import { pageShape } from "../shapes.ts";
import { deliveryShape, digestShape, previewedDigestShape } from "../telling-shapes.ts";

const tag = "Digests";

export const digestRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/digests",
    scope: "read",
    operation: "listDigests",
    tag,
    summary: "List digests, oldest first",
    query: z.object(pageQuery),
    status: 200,
    reply: { description: "A page of digests", schema: pageShape(digestShape) },
    handle: async ({ ports, query }) => json(pageBody(await ports.digests.list(pageOf(query, madeKey)), digestView)),
  }),
  route({
    method: "post",
    path: "/v1/digests",
    scope: "write",
    operation: "createDigest",
    tag,
    summary: "Have trends summed up by a schedule",
    description:
      "`schedule` is a cron pattern of five fields on the clock of `timezone`: a time that daylight saving skips or " +
      "repeats gives one digest, a time that no tick met is caught up once. `period` is an ISO 8601 duration; without " +
      "one a digest reaches back to its time before.",
    body: forms.digest,
    status: 201,
    reply: { description: "The digest", schema: digestShape },
    async handle({ ports, request }) {
      const digest = granted(await createDigest(await jsonBody(request), ports.digests));
      return created(`/v1/digests/${digest.id}`, digestView(digest));
    },
  }),
  route({
    method: "get",
    path: "/v1/digests/{id}",
    scope: "read",
    operation: "getDigest",
    tag,
    summary: "Read a digest",
    status: 200,
    reply: { description: "The digest", schema: digestShape },
    handle: async ({ ports, params }) => json(digestView(found(await ports.digests.find(params["id"]!), "digest"))),
  }),
  route({
    method: "patch",
    path: "/v1/digests/{id}",
    scope: "write",
    operation: "changeDigest",
    tag,
    summary: "Change a digest",
    description: "Times that pass while it is disabled are not caught up.",
    body: patchOf("digest", { sections: ["lives"] }),
    status: 200,
    reply: { description: "The digest as it is now", schema: digestShape },
    async handle({ ports, params, request }) {
      const before = found(await ports.digests.find(params["id"]!), "digest");
      return json(digestView(granted(await changeDigest(before, await jsonBody(request), ports.digests))));
    },
  }),
  route({
    method: "delete",
    path: "/v1/digests/{id}",
    scope: "write",
    operation: "deleteDigest",
    tag,
    summary: "Delete a digest",
    description: "What is due already is still sent.",
    status: 204,
    reply: { description: "It is deleted" },
    async handle({ ports, params }) {
      found((await ports.digests.remove(params["id"]!)) ? true : null, "digest");
      return noContent();
    },
  }),
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
      const digest = found(await ports.digests.find(params["id"]!), "digest");
      await noBody(request);
      return json(granted(await previewDigest(digest, ports.digests)));
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
      const digest = found(await ports.digests.find(params["id"]!), "digest");
      await noBody(request);
      const delivery = granted(await runDigest(digest, ports.digests));
      return created(`/v1/deliveries/${delivery.id}`, deliveryView(delivery));
    },
  }),
];

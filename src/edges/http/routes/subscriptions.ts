import * as z from "zod";
import { subscriptionView } from "../../../flows/browse/subscription-view.ts";
import { changeSubscription, createSubscription } from "../../../flows/manage/subscriptions.ts";
import { backtest } from "../../../flows/manage/backtest.ts";
import { preview } from "../../../flows/manage/preview.ts";
import { jsonBody } from "../body.ts";
import { forms, patchOf } from "../forms.ts";
import { found, granted } from "../problem.ts";
import { madeKey, pageBody, pageOf, pageQuery } from "../query.ts";
import { created, noContent, json, route, type Route } from "../route.ts";
import { pageShape } from "../shapes.ts";
import { backtestedShape, previewedShape, subscriptionShape } from "../telling-shapes.ts";

const tag = "Subscriptions";

export const subscriptionRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/subscriptions",
    scope: "read",
    operation: "listSubscriptions",
    tag,
    summary: "List subscriptions, oldest first",
    query: z.object(pageQuery),
    status: 200,
    reply: { description: "A page of subscriptions", schema: pageShape(subscriptionShape) },
    handle: async ({ ports, query }) =>
      json(pageBody(await ports.subscriptions.list(pageOf(query, madeKey)), subscriptionView)),
  }),
  route({
    method: "post",
    path: "/v1/subscriptions",
    scope: "write",
    operation: "createSubscription",
    tag,
    summary: "Say which events go to which channel",
    description:
      "Without watchlist and target it takes all. Several that match one event on one channel make one delivery.",
    body: forms.subscription,
    status: 201,
    reply: { description: "The subscription", schema: subscriptionShape },
    async handle({ ports, request }) {
      const subscription = granted(await createSubscription(await jsonBody(request), ports.subscriptions));
      return created(`/v1/subscriptions/${subscription.id}`, subscriptionView(subscription));
    },
  }),
  route({
    method: "get",
    path: "/v1/subscriptions/{id}",
    scope: "read",
    operation: "getSubscription",
    tag,
    summary: "Read a subscription",
    status: 200,
    reply: { description: "The subscription", schema: subscriptionShape },
    handle: async ({ ports, params }) =>
      json(subscriptionView(found(await ports.subscriptions.find(params["id"]!), "subscription"))),
  }),
  route({
    method: "patch",
    path: "/v1/subscriptions/{id}",
    scope: "write",
    operation: "changeSubscription",
    tag,
    summary: "Change a subscription",
    body: patchOf("subscription"),
    status: 200,
    reply: { description: "The subscription as it is now", schema: subscriptionShape },
    async handle({ ports, params, request }) {
      const before = found(await ports.subscriptions.find(params["id"]!), "subscription");
      const after = granted(await changeSubscription(before, await jsonBody(request), ports.subscriptions));
      return json(subscriptionView(after));
    },
  }),
  route({
    method: "delete",
    path: "/v1/subscriptions/{id}",
    scope: "write",
    operation: "deleteSubscription",
    tag,
    summary: "Delete a subscription",
    status: 204,
    reply: { description: "It is deleted" },
    async handle({ ports, params }) {
      found((await ports.subscriptions.remove(params["id"]!)) ? true : null, "subscription");
      return noContent();
    },
  }),
  route({
    method: "post",
    path: "/v1/subscriptions/preview",
    scope: "write",
    operation: "previewSubscription",
    audited: false,
    tag,
    summary: "See what a subscription would send",
    description:
      "Of a subscription that is kept (`subscriptionId`) or a draft (`subscription`: only `channelId` is needed), as if it " +
      "were enabled; nothing is sent. `event` is the one that `eventId` names, else the latest that matches among the " +
      "newest 500, else one that is made up (`sample: true`). `matches` says whether the subscription takes it. " +
      "`payload.body` is the JSON that is sent; addresses, tokens and signatures are left out. `text` is how it reads.",
    body: forms.preview,
    status: 200,
    reply: { description: "The event, its payload and how it reads", schema: previewedShape },
    refusals: [404, 409],
    handle: async ({ ports, request }) => json(granted(await preview(await jsonBody(request), ports.trials))),
  }),
  route({
    method: "post",
    path: "/v1/subscriptions/backtest",
    scope: "write",
    operation: "backtestSubscription",
    audited: false,
    tag,
    summary: "See what a subscription would have sent",
    description:
      "Over the stored events detected from `since` to `until`, the latest 10,000 of them (`truncated`: there were more). " +
      "Filters, cooldown, grouping and quiet hours count; silences and failures do not. `matched`, `edits`, `suppressed` " +
      "and `held` count events, `messages` what would have arrived anew, summaries included. `byDay` and `atNight` (22:00 " +
      "to 07:00) go by the time zone of the quiet hours, else UTC.",
    body: forms.backtest,
    status: 200,
    reply: { description: "How much it would have told, and when", schema: backtestedShape },
    refusals: [404],
    handle: async ({ ports, request }) => json(granted(await backtest(await jsonBody(request), ports.trials))),
  }),
];

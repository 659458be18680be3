import * as z from "zod";
import { channelView } from "../../../flows/browse/channel-view.ts";
import { changeChannel, createChannel, removeChannel } from "../../../flows/manage/channels.ts";
import { replayDead } from "../../../flows/manage/replay-dead.ts";
import { testChannel } from "../../../flows/manage/test-channel.ts";
import { jsonBody, noBody } from "../body.ts";
import { forms, patchOf } from "../forms.ts";
import { found, granted } from "../problem.ts";
import { flag, madeKey, pageBody, pageOf, pageQuery } from "../query.ts";
import { created, noContent, json, route, type Route } from "../route.ts";
import { pageShape } from "../shapes.ts";
import { channelShape, replayedShape, testedShape } from "../telling-shapes.ts";

const tag = "Channels";

export const channelRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/channels",
    scope: "read",
    operation: "listChannels",
    tag,
    summary: "List channels, oldest first",
    query: z.object(pageQuery),
    status: 200,
    reply: { description: "A page of channels", schema: pageShape(channelShape) },
    handle: async ({ ports, query }) =>
      json(pageBody(await ports.channels.list(pageOf(query, madeKey)), (channel) => channelView(channel))),
  }),
  route({
    method: "post",
    path: "/v1/channels",
    scope: "write",
    operation: "createChannel",
    tag,
    summary: "Create a channel",
    description:
      "URLs and secrets go in and are never shown again; a webhook's secret that is made here is shown this once.",
    body: forms.channel,
    status: 201,
    reply: { description: "The channel", schema: channelShape },
    async handle({ ports, request }) {
      const { channel, made } = granted(await createChannel(await jsonBody(request), ports.channels));
      return created(`/v1/channels/${channel.id}`, channelView(channel, made));
    },
  }),
  route({
    method: "get",
    path: "/v1/channels/{id}",
    scope: "read",
    operation: "getChannel",
    tag,
    summary: "Read a channel",
    status: 200,
    reply: { description: "The channel", schema: channelShape },
    handle: async ({ ports, params }) => json(channelView(found(await ports.channels.find(params["id"]!), "channel"))),
  }),
  route({
    method: "patch",
    path: "/v1/channels/{id}",
    scope: "write",
    operation: "changeChannel",
    tag,
    summary: "Change a channel",
    description:
      "Settings merge into those that are kept. `enabled: true` takes back why it was disabled. Another destination gets " +
      "no secret of the one before: a webhook whose `url` changes without a `secret` gets a new one, shown this once. " +
      "That the destination changed is told on the other channels (`channel.changed`).",
    body: patchOf("channel"),
    status: 200,
    reply: { description: "The channel as it is now", schema: channelShape },
    async handle({ ports, params, request, actor }) {
      const before = found(await ports.channels.find(params["id"]!), "channel");
      const body = await jsonBody(request);
      const { channel, made } = granted(await changeChannel(before, body, actor!.name, ports.channels));
      return json(channelView(channel, made));
    },
  }),
  route({
    method: "delete",
    path: "/v1/channels/{id}",
    scope: "write",
    operation: "deleteChannel",
    tag,
    summary: "Delete a channel",
    description: "What waits to be sent is suppressed. 409 lists its subscriptions, unless `cascade` takes them along.",
    query: z.object({ cascade: flag.optional() }),
    status: 204,
    reply: { description: "It is deleted" },
    refusals: [409],
    async handle({ ports, params, query }) {
      const { id } = found(await ports.channels.find(params["id"]!), "channel");
      granted(await removeChannel(id, query.cascade ?? false, ports.channels));
      return noContent();
    },
  }),
  route({
    method: "post",
    path: "/v1/channels/{id}/test",
    scope: "write",
    operation: "testChannel",
    tag,
    summary: "Send a test message",
    description: "Sends now, pings nobody and is no delivery. What did not arrive is a 200 with `ok: false`.",
    status: 200,
    reply: { description: "What came of it", schema: testedShape },
    refusals: [415],
    async handle({ ports, params, request }) {
      const channel = found(await ports.channels.find(params["id"]!), "channel");
      await noBody(request);
      return json(await testChannel(channel, ports.channels));
    },
  }),
  route({
    method: "post",
    path: "/v1/channels/{id}/replay-dead",
    scope: "write",
    operation: "replayDead",
    tag,
    summary: "Send all dead deliveries again",
    description:
      "Makes a new delivery of each dead one that was not replayed yet, oldest first, up to 1,000 a call; `more` says " +
      "whether some are left. 409 while the channel is disabled.",
    status: 200,
    reply: { description: "The new deliveries, each with the one it repeats", schema: replayedShape },
    refusals: [409, 415],
    async handle({ ports, params, request }) {
      const channel = found(await ports.channels.find(params["id"]!), "channel");
      await noBody(request);
      return json(granted(await replayDead(channel, ports.deliveries)));
    },
  }),
];

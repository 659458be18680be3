import { replayDead } from "../../../flows/manage/replay-dead.ts";
import { testChannel } from "../../../flows/manage/test-channel.ts";
import { channel } from "../../../resources/channels/channel.ts";
import { noBody } from "../body.ts";
import { found, granted } from "../problem.ts";
import { json, route, type Route } from "../route.ts";
import { replayedShape, testedShape } from "../telling-shapes.ts";

const tag = "Channels";

export const channelRoutes: Route[] = [
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
      const one = found(await ports.keep.find(channel, params["id"]!), channel.noun);
      await noBody(request);
      return json(await testChannel(one, ports.channels));
    },
  }),
  route({
    method: "post",
    path: "/v1/channels/{id}/replay-dead",
    scope: "write",
    operation: "replayDead",
    tag,
    summary: "Send all again that did not arrive",
    description:
      "Makes a new delivery of each one that is dead, or was suppressed because the channel was disabled, and that was not " +
      "replayed yet, oldest first, up to 1,000 a call; `more` says " +
      "whether some are left. 409 while the channel is disabled.",
    status: 200,
    reply: { description: "The new deliveries, each with the one it repeats", schema: replayedShape },
    refusals: [409, 415],
    async handle({ ports, params, request }) {
      const one = found(await ports.keep.find(channel, params["id"]!), channel.noun);
      await noBody(request);
      return json(granted(await replayDead(one, ports.deliveries)));
    },
  }),
];

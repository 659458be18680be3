import { replayDead, type DeliveryPorts } from "../messages/replay-dead.ts";
import { testChannel, type ChannelTestPorts } from "./test-channel.ts";
import { channel } from "./resource/channel.ts";
import { noBody } from "../../http/body.ts";
import { granted } from "../../http/problem.ts";
import { recordAt } from "../../http/preconditions.ts";
import { json, routesOver } from "../../http/route.ts";

const route = routesOver<ChannelTestPorts & DeliveryPorts>();

export const channelRoutes = [
  route({
    method: "post",
    path: "/v1/channels/{id}/test",
    scope: "write",
    operation: "testChannel",
    async handle(requested) {
      const { ports, request } = requested;
      const one = await recordAt(channel, requested);
      await noBody(request);
      return json(await testChannel(one, ports.channels));
    },
  }),
  route({
    method: "post",
    path: "/v1/channels/{id}/replay-dead",
    scope: "write",
    operation: "replayDead",
    async handle(requested) {
      const { ports, request } = requested;
      const one = await recordAt(channel, requested);
      await noBody(request);
      return json(granted(await replayDead(one, ports.deliveries)));
    },
  }),
];

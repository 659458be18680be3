import { pollNow, type PollingPorts } from "../../engine/upstream/poll-now.ts";
import { target } from "./resource/target.ts";
import { noBody } from "../../http/body.ts";
import { granted } from "../../http/problem.ts";
import { recordAt } from "../../http/preconditions.ts";
import { json, routesOver } from "../../http/route.ts";

const route = routesOver<PollingPorts>();

export const targetRoutes = [
  route({
    method: "post",
    path: "/v1/targets/{id}/poll",
    scope: "write",
    withinLists: true,
    operation: "pollTarget",
    async handle(requested) {
      const { ports, request } = requested;
      const polled = await recordAt(target, requested);
      await noBody(request);
      return json(granted(await pollNow(polled, ports.polling)));
    },
  }),
];

import { pollNow } from "../../../flows/commands/poll-now.ts";
import { target } from "../../../resources/targets/target.ts";
import { noBody } from "../body.ts";
import { granted } from "../problem.ts";
import { recordAt } from "../record-at.ts";
import { json, route, type Route } from "../route.ts";

export const targetRoutes: Route[] = [
  route({
    method: "post",
    path: "/v1/targets/{id}/poll",
    scope: "write",
    withinLists: true,
    operation: "pollTarget",
    async handle(asked) {
      const { ports, request } = asked;
      const polled = await recordAt(target, asked);
      await noBody(request);
      return json(granted(await pollNow(polled, ports.polling)));
    },
  }),
];

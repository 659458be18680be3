import { pollNow } from "../../../flows/manage/poll-now.ts";
import { target } from "../../../resources/targets/target.ts";
import { noBody } from "../body.ts";
import { found, granted } from "../problem.ts";
import { json, route, type Route } from "../route.ts";

export const targetRoutes: Route[] = [
  route({
    method: "post",
    path: "/v1/targets/{id}/poll",
    scope: "write",
    withinLists: true,
    operation: "pollTarget",
    async handle({ ports, params, request }) {
      const polled = found(await ports.keep.find(target, params["id"]!), target.noun);
      await noBody(request);
      return json(granted(await pollNow(polled, ports.polling)));
    },
  }),
];

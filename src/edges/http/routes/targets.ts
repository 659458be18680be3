import { pollNow } from "../../../flows/manage/poll-now.ts";
import { target } from "../../../resources/targets/target.ts";
import { noBody } from "../body.ts";
import { found, granted } from "../problem.ts";
import { json, route, type Route } from "../route.ts";
import { polledShape } from "../shapes.ts";

const tag = "Targets";

export const targetRoutes: Route[] = [
  route({
    method: "post",
    path: "/v1/targets/{id}/poll",
    scope: "write",
    operation: "pollTarget",
    tag,
    summary: "Poll a target now",
    description: "Out of the same budget as the timetable; what is found is told at once.",
    status: 200,
    reply: { description: "What was seen, or the fault", schema: polledShape },
    refusals: [415, 429],
    async handle({ ports, params, request }) {
      const polled = found(await ports.keep.find(target, params["id"]!), target.noun);
      await noBody(request);
      return json(granted(await pollNow(polled, ports.polling)));
    },
  }),
];

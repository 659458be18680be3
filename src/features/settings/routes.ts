import { setTeam, type TeamPorts } from "../people/team.ts";
import { jsonBody } from "../../http/body.ts";
import { granted } from "../../http/problem.ts";
import { json, routesOver } from "../../http/route.ts";

const route = routesOver<TeamPorts>();

export const settingsRoutes = [
  route({
    method: "get",
    path: "/v1/settings",
    scope: "admin",
    operation: "getSettings",
    handle: async ({ ports }) => json(await ports.team.read()),
  }),
  route({
    method: "put",
    path: "/v1/settings",
    scope: "admin",
    operation: "setSettings",
    handle: async ({ ports, request }) => json(granted(await setTeam(await jsonBody(request), ports.team))),
  }),
];

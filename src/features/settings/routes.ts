import { setTeam } from "../people/team.ts";
import { jsonBody } from "../../http/body.ts";
import { granted } from "../../http/problem.ts";
import { json, route, type Route } from "../../http/route.ts";

export const settingsRoutes: Route[] = [
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

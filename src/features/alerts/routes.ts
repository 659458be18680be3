import { backtest, type TrialPorts } from "./backtest.ts";
import { preview } from "./preview.ts";
import { jsonBody } from "../../http/body.ts";
import { granted } from "../../http/problem.ts";
import { json, routesOver } from "../../http/route.ts";

const route = routesOver<TrialPorts>();

export const subscriptionRoutes = [
  route({
    method: "post",
    path: "/v1/subscriptions/preview",
    scope: "write",
    operation: "previewSubscription",
    audited: false,
    handle: async ({ ports, request }) => json(granted(await preview(await jsonBody(request), ports.trials))),
  }),
  route({
    method: "post",
    path: "/v1/subscriptions/backtest",
    scope: "write",
    operation: "backtestSubscription",
    audited: false,
    handle: async ({ ports, request }) => json(granted(await backtest(await jsonBody(request), ports.trials))),
  }),
];

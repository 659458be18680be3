import { noBody } from "../../http/body.ts";
import { json, route, type Route } from "../../http/route.ts";

/** Number of values that one request encrypts again. */
export const SEALED_A_REQUEST = 50;

export const keyRoutes: Route[] = [
  route({
    method: "post",
    path: "/v1/keys/seal",
    scope: "admin",
    operation: "sealAnew",
    async handle({ ports, request }) {
      await noBody(request);
      return json(await ports.keys.sealSome(SEALED_A_REQUEST));
    },
  }),
];

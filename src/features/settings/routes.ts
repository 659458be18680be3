import { setTeam, type TeamPorts } from "../people/team.ts";
import { jsonBody, noBody } from "../../http/body.ts";
import { granted } from "../../http/problem.ts";
import { json, routesOver } from "../../http/route.ts";
import type { SealedAnew } from "../../engine/upstream/shape.ts";
import type { SealedBy } from "../../engine/upstream/encrypted-store.ts";

export interface SealingPorts {
  /** Ids of the encryption keys in their configured order, and what each has encrypted. */
  keys: { ids: string[]; sealedBy(): Promise<SealedBy[]>; sealSome(max: number): Promise<SealedAnew> };
}

/** Number of values that one request encrypts again. */
export const SEALED_A_REQUEST = 50;

const route = routesOver<TeamPorts & SealingPorts>();

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

export const keyRoutes = [
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

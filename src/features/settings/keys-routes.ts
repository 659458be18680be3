import type { SealedAnew } from "../../engine/upstream/shape.ts";
import type { SealedBy } from "../../engine/upstream/encrypted-store.ts";
import { noBody } from "../../http/body.ts";
import { json, routesOver } from "../../http/route.ts";

export interface SealingPorts {
  /** Ids of the encryption keys in their configured order, and what each has encrypted. */
  keys: { ids: string[]; sealedBy(): Promise<SealedBy[]>; sealSome(max: number): Promise<SealedAnew> };
}

const route = routesOver<SealingPorts>();

/** Number of values that one request encrypts again. */
export const SEALED_A_REQUEST = 50;

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

import { sealedAnewShape } from "../shapes/system.ts";
import type { Documented } from "../documented.ts";

export const keysOperations: Record<string, Documented> = {
  sealAnew: {
    tag: "Keys",
    summary: "Seal everything anew with the first encryption key",
    description:
      "Seals settings of channels and the account of the polled service, up to 50 of them a request: send it again while `left` " +
      "is not 0. Ticks do the same, 50 each ten minutes. `GET /v1/status` says which keys are still needed.",
    status: 200,
    reply: { description: "What was sealed anew, and what could not be", schema: sealedAnewShape },
  },
};

import { sealedAnewShape } from "../../../src/engine/upstream/shape.ts";
import type { Documented } from "../documented.ts";

export const keysOperations: Record<string, Documented> = {
  sealAnew: {
    tag: "Keys",
    summary: "Re-encrypt everything with the first encryption key",
    description:
      "Re-encrypts channel settings and the data service account, up to 50 per request: repeat it until `left` is 0. Ticks do the same, 50 every ten minutes. `GET /v1/status` shows which keys are still needed.",
    status: 200,
    reply: { description: "What was re-encrypted, and what could not be", schema: sealedAnewShape },
  },
};

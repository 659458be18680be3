import * as z from "zod";

/** How `maskedSettings` differs from the settings of requests. */
export const answered = () => ({
  added: {
    publicKey: z
      .string()
      .optional()
      .describe("The Ed25519 key that verifies the signatures `v1a`: `whpk_` and base64; left out if there is none."),
  },
  left: ["privateKey"],
});

import type { Limits } from "../limits.ts";

export const limits: Limits = {
  problems: ({ body }) => (new TextEncoder().encode(body).length < 20_000 ? [] : ["body of 20 kB or more"]),
  refuses: null,
  forbids: { status: 403, body: "" },
};

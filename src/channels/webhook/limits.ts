import { slowDown, type Limits, type Refusal } from "../limits.ts";

export const limits: Limits = {
  problems: ({ body }) => (new TextEncoder().encode(body).length < 20_000 ? [] : ["body of 20 kB or more"]),
  refuses: null,
  refusals: [
    ...[400, 401, 403, 413, 418, 422].map((status): Refusal => ({
      name: String(status),
      status,
      body: "",
      means: "state",
    })),
    { name: "410", status: 410, body: "", means: "gone" },
    slowDown(""),
  ],
  forbids: { status: 403, body: "" },
};

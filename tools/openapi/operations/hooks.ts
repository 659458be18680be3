import * as z from "zod";
import { lazy } from "../../../src/core/lazy.ts";
import { forms } from "../forms.ts";
import type { Documented } from "../documented.ts";

const hintedShape = lazy(() =>
  z
    .strictObject({
      targetIds: z.array(z.string()).describe("The targets that the hint names."),
      polling: z
        .boolean()
        .describe(
          "Whether one of them is polled now. False if another hint had each polled within the last ten seconds, or while the service refuses calls.",
        ),
    })
    .meta({ id: "Hinted" }),
);

export const hooksOperations: Record<string, Documented> = {
  hint: {
    tag: "Hooks",
    summary: "Hint that a target should be checked now",
    description:
      "Name one target, by `targetId`, `userId` or `handle`, in the query or in the body (JSON or a form). With a query, the body is ignored. The target is polled within two seconds, at most once in ten seconds because of hints. Nothing that the caller claims is believed: events come from the poll alone. A hook takes at most a quarter of the budget (calls a minute), and all hooks together half; beyond it, or where the budget is used up, the answer is 429 with `Retry-After`. A target that is not in the hook's watchlist is as one that does not exist (422); one that is paused is 409.",
    body: forms.hint,
    status: 202,
    reply: { description: "The hint was accepted", schema: hintedShape },
    refusals: [409, 429],
  },
};

import * as z from "zod";
import { lazy } from "../../core/lazy.ts";
import { number, text, wholeOrNull, yes } from "../../resources/shape-fields.ts";

export const testedShape = lazy(() =>
  z
    .strictObject({
      ok: yes("Whether the test message arrived."),
      status: wholeOrNull("The destination's HTTP status; null if there was no answer."),
      outcome: z
        .enum(["sent", "later", "reformat", "dead", "vanished", "gone"])
        .describe(
          "`later`: may be resolved by retrying; `dead`: won't; `reformat`: the message format was rejected; `gone`: the channel no longer exists.",
        ),
      detail: text("The result in words, and what to do."),
      durationMs: number("Duration in milliseconds."),
    })
    .meta({ id: "Tested" }),
);

export type Tested = z.output<ReturnType<typeof testedShape>>;

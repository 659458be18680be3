import * as z from "zod";
import { lazy } from "../../core/lazy.ts";
import { LANGUAGES } from "../../core/language.ts";
import { textOrNull, whole } from "../../resources/shape-fields.ts";

export const settingsShape = lazy(() =>
  z
    .strictObject({
      timezone: textOrNull("The team's IANA time zone; null if it is not set."),
      language: z.enum(LANGUAGES).describe("The language of messages where a channel sets none."),
      pollsPerMinute: whole("The budget: calls to the data service per minute."),
      environment: z
        .array(z.enum(["language", "pollsPerMinute"]))
        .describe("The settings that the environment sets. It takes precedence over what is set here."),
    })
    .meta({ id: "Settings" }),
);

/** What is in force for the whole team. */
export type Team = z.output<ReturnType<typeof settingsShape>>;

import * as z from "zod";
import { LANGUAGES } from "../../../src/core/language.ts";
import { lazy } from "../../../src/core/lazy.ts";
import { operationEntry } from "../../../src/features/config/document/document.ts";
import { configured } from "../../../src/resources/registry.ts";
import { typeName } from "../../../src/resources/view.ts";
import { text, textOrNull, whole, yes } from "./fields.ts";

/** The exported document. Its lists have the fields of forms, each with an id. */
export const configShape = lazy(() =>
  z
    .strictObject({
      version: z.literal(1).describe("The version of this document: 1."),
      ...Object.fromEntries(
        configured.map((of) => [
          of.name,
          z.array(z.looseObject({ id: text("The ID.") })).describe(`All ${of.name}, each as a ${typeName(of)}Form.`),
        ]),
      ),
      operations: z
        .array(operationEntry())
        .optional()
        .describe("All definitions of operations that were set through the API; only with the scope `admin`."),
    })
    .meta({ id: "Configuration" }),
);

const change = lazy(() =>
  z.strictObject({
    action: z.enum(["create", "change", "delete"]).describe("The action."),
    type: z.enum([...configured.map(({ noun }) => noun), "operation"]).describe("The type of resource."),
    id: textOrNull("The ID; null if it isn't created yet."),
    name: text("The name."),
    fields: z.array(z.string()).optional().describe("Names of the fields that change, without values."),
  }),
);

/** The result of applying a document, or of a dry run. */
export const appliedShape = lazy(() =>
  z
    .strictObject({
      dryRun: yes("Whether this was a dry run that changed nothing."),
      changes: z.array(change()).describe("All changes, or the changes that would be made."),
      unchanged: whole("Number of resources in the document that need no change."),
      made: z
        .array(z.looseObject({ channelId: text("The ID of the channel.") }))
        .describe("Secrets generated for new channels, such as a webhook's secret. Shown only in this response."),
    })
    .meta({ id: "Applied" }),
);

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

import * as z from "zod";
import { lazy } from "../../core/lazy.ts";
import { configured } from "../../resources/registry.ts";
import { typeName } from "../../resources/view.ts";
import { operationEntry } from "./document/document.ts";
import { text, textOrNull, whole, yes } from "../../resources/shape-fields.ts";

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

export type ConfigChange = z.output<ReturnType<typeof change>>;
/** What an apply did, or would do. Values created for new records are displayed only once. */
export type Applied = Omit<z.output<ReturnType<typeof appliedShape>>, "made"> & { made: Record<string, string>[] };

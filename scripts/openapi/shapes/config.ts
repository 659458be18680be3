import * as z from "zod";
import { lazy } from "../../../src/core/lazy.ts";
import { configured } from "../../../src/resources/registry.ts";
import { typeName } from "../../../src/resources/view.ts";
import { text, textOrNull, whole, yes } from "./fields.ts";

/** The document as it is exported: its lists hold what their forms take, each with its id. */
export const configShape = lazy(() =>
  z
    .strictObject({
      version: z.literal(1).describe("The version of this document: 1."),
      ...Object.fromEntries(
        configured.map((of) => [
          of.name,
          z.array(z.looseObject({ id: text("Its id.") })).describe(`All ${of.name}, each as a ${typeName(of)}Form.`),
        ]),
      ),
    })
    .meta({ id: "Configuration" }),
);

const change = lazy(() =>
  z.strictObject({
    action: z.enum(["create", "change", "delete"]).describe("The action."),
    type: z.enum(configured.map(({ noun }) => noun)).describe("The type of resource."),
    id: textOrNull("Its id; null where it is not made yet."),
    name: text("Its name."),
    fields: z.array(z.string()).optional().describe("Names of the fields that change, without values."),
  }),
);

/** What an apply did, or would do. */
export const appliedShape = lazy(() =>
  z
    .strictObject({
      dryRun: yes("True where nothing was written."),
      changes: z.array(change()).describe("All changes, or the changes that would be made."),
      unchanged: whole("How many things of the document are as it says already."),
      made: z
        .array(z.looseObject({ channelId: text("The id of the channel.") }))
        .describe("Secrets generated for new channels, such as a webhook's secret. Shown only in this response."),
    })
    .meta({ id: "Applied" }),
);

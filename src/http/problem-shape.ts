import * as z from "zod";
import { lazy } from "../core/lazy.ts";
import { problemSorts, typeOf } from "./problem.ts";
import { text, whole } from "../resources/shape-fields.ts";

export const fieldErrorShape = lazy(() =>
  z
    .strictObject({
      pointer: text("JSON Pointer (RFC 6901) into the request body; empty for the whole body."),
      message: text("The error."),
    })
    .meta({ id: "FieldError" }),
);

const user = lazy(() =>
  z.strictObject({
    type: text("The type of resource, such as `subscription`."),
    id: text("The ID."),
    name: text("The name."),
  }),
);

const types = [...problemSorts.map(typeOf), "about:blank"];

export const problemShape = lazy(() =>
  z
    .object({
      type: z
        .enum(types)
        .meta({ format: "uri-reference" })
        .describe("The type of problem: the path of a page that explains it; `about:blank` if the status says enough."),
      title: text("A short title, the same for all problems of a `type`."),
      status: whole("The HTTP status."),
      detail: text("What is wrong with this request."),
      errors: z.array(fieldErrorShape()).optional().describe("The errors of a body that is well-formed but not valid."),
      usedBy: z.array(user()).optional().describe("What uses the resource to be deleted."),
      existing: user().omit({ name: true }).optional().describe("The resource that this one would repeat."),
    })
    .meta({ id: "Problem" }),
);

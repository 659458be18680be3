import * as z from "zod";
import { lazy } from "../../../core/lazy.ts";
import { configured } from "../../../resources/registry.ts";
import type { Declared } from "../../../resources/resource.ts";
import { operationForm } from "../../../engine/upstream/operation-form.ts";
import { DOCUMENTED, formsOf, oneOf } from "../../../resources/view.ts";

const entries = () => z.array(z.unknown(), "must be a list; [] for none").optional();

/** The outer form of the document. The entries of its lists are validated one by one. */
export const frameForm = lazy(() =>
  z.strictObject({
    version: z.literal(1, "must be 1"),
    ...Object.fromEntries(configured.map(({ name }) => [name, entries()])),
    operations: entries(),
  }),
);

/** The id of an entry: one that the service created, or the caller's own. */
export const idForm = ({ prefix }: Declared) => {
  const message = `must be ${prefix}_ and 1 to 100 letters, digits, - or _`;
  return z.string(message).regex(new RegExp(`^${prefix}_[A-Za-z0-9_-]{1,100}$`), message);
};

function listOf(of: Declared): z.ZodType {
  const forms = of.document?.entry?.forms(DOCUMENTED) ?? formsOf(of);
  const id = idForm(of)
    .optional()
    .describe(
      "The ID of an existing resource. Without it, the entry is matched by name (a target by its params) or creates a new resource.",
    );
  return z
    .array(oneOf(forms.map((form) => form.extend({ id }))))
    .optional()
    .describe(`The complete list of ${of.name}. If left out, they are not changed.`);
}

/** An operation of the document, for documentation. */
export const operationEntry = () =>
  operationForm().extend({
    name: z.string().describe("The name of the operation, such as `user.posts`."),
    path: operationForm().shape.path.nullable().optional().describe("As in PUT; null removes a default definition."),
    sealed: z
      .string()
      .optional()
      .describe("The encrypted definition from an export with `?secrets=encrypted`, instead of all other fields."),
  });

/** The form of the whole document, for documentation. */
export const configForm = () =>
  z
    .strictObject({
      version: z.literal(1).describe("The version of this document: 1."),
      ...Object.fromEntries(configured.map((of) => [of.name, listOf(of)])),
      operations: z
        .array(operationEntry())
        .optional()
        .describe(
          "All definitions of operations that are set through the API (scope `admin`). If left out, they are not changed.",
        ),
    })
    .meta({ id: "ConfigurationForm" });

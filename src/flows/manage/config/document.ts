import * as z from "zod";
import { lazy } from "../../../core/lazy.ts";
import { configured } from "../../../resources/registry.ts";
import type { Declared } from "../../../resources/resource.ts";
import { DOCUMENTED, formsOf, oneOf } from "../../../resources/view.ts";

const entries = () => z.array(z.unknown(), "must be a list; [] for none").optional();

/** The frame of the document: what stands in its lists is judged entry by entry. */
export const frameForm = lazy(() =>
  z.strictObject({
    version: z.literal(1, "must be 1"),
    ...Object.fromEntries(configured.map(({ name }) => [name, entries()])),
  }),
);

/** The id of an entry: one that the service made, or one's own. */
export const idForm = ({ prefix }: Declared) => {
  const message = `must be ${prefix}_ and 1 to 100 letters, digits, - or _`;
  return z.string(message).regex(new RegExp(`^${prefix}_[A-Za-z0-9_-]{1,100}$`), message);
};

function listOf(of: Declared): z.ZodType {
  const forms = of.document?.entry?.forms(DOCUMENTED) ?? formsOf(of);
  const id = idForm(of).optional().describe("Which one it is; without, the one that is like it, else a new one.");
  return z
    .array(oneOf(forms.map((form) => form.extend({ id }))))
    .optional()
    .describe(`All ${of.name} that there are to be; left out, they stay as they are.`);
}

/** The whole document, as people read of it. */
export const configForm = () =>
  z
    .strictObject({
      version: z.literal(1).describe("The version of this document: 1."),
      ...Object.fromEntries(configured.map((of) => [of.name, listOf(of)])),
    })
    .meta({ id: "ConfigurationForm" });

import { resources } from "../../../src/resources/registry.ts";
import type { Declared } from "../../../src/resources/resource.ts";
import { typeName } from "../../../src/resources/view.ts";
import { formBody, patchBody } from "../forms.ts";
import { createdSchema, viewSchema } from "../views.ts";
import { pageShape } from "../schema.ts";
import type { Documented } from "../documented.ts";

const isUsed = (of: Declared): boolean =>
  resources.some(({ refs }) => Object.values(refs).some((ref) => ref?.to === of.name && ref.onDelete === "refuse"));

function operationsOf(of: Declared): Record<string, Documented> {
  const type = typeName(of);
  const one = `${/^[aeiou]/.test(of.noun) ? "an" : "a"} ${of.noun}`;
  const tag = of.name.replace(/^./, (letter) => letter.toUpperCase());
  const schema = () => viewSchema(of);
  const used = isUsed(of);
  const deleting = [
    of.words.deleting ?? [],
    used ? "Answers 409 and lists what uses it, unless `cascade` deletes that too." : [],
  ].flat();
  return {
    [`list${type}s`]: {
      tag,
      summary: `List ${of.name}, oldest first`,
      description: of.words.list,
      status: 200,
      reply: { description: `A page of ${of.name}`, schema: () => pageShape(schema()) },
    },
    [`get${type}`]: {
      tag,
      summary: `Read ${one}`,
      status: 200,
      reply: { description: `The ${of.noun}`, schema },
      etag: true,
    },
    [`create${type}`]: {
      tag,
      summary: of.words.create,
      description: of.words.creating,
      body: () => formBody(of),
      status: 201,
      reply: { description: `The ${of.noun}`, schema: () => createdSchema(of) },
      refusals: of.unique === undefined ? [] : [409],
      etag: true,
    },
    [`change${type}`]: {
      tag,
      summary: `Change ${one}`,
      description: of.words.changing,
      body: () => patchBody(of),
      status: 200,
      reply: { description: `The ${of.noun} as it is now`, schema },
      refusals: [409, 412],
      etag: true,
    },
    [`delete${type}`]: {
      tag,
      summary: `Delete ${one}`,
      description: deleting.length === 0 ? undefined : deleting.join(" "),
      status: 204,
      reply: { description: "Deleted" },
      refusals: used || of.builtIn !== undefined ? [409, 412] : [412],
    },
  };
}

/** The operations of each resource. */
export const resourceOperations: Record<string, Documented> = Object.assign({}, ...resources.map(operationsOf));

import { derivedId } from "../../src/core/ids.ts";
import type { Json } from "../../src/core/json.ts";
import { readAs } from "../../src/resources/write/refused.ts";
import { configured, resources } from "../../src/resources/registry.ts";
import type { AnyStored, Declared } from "../../src/resources/resource.ts";
import { DOCUMENTED, formOf, typeName, viewOf } from "../../src/resources/view.ts";
import { createdSchema } from "./views.ts";

const CREATED_AT = Date.UTC(2026, 0, 5, 9);

/** A stable example id of a resource. */
const exampleId = (of: Declared): string => of.builtIn?.id ?? derivedId(of.prefix, of.name);

/** Descriptions of the groups of operations. */
export const resourceTags = Object.fromEntries(
  resources.map((of) => [of.name.replace(/^./, (letter) => letter.toUpperCase()), of.words.about]),
);

/** Ids in paths, by the collection before them. */
export const resourceIds = Object.fromEntries(
  resources.map((of) => [of.name, { noun: of.noun, example: exampleId(of) }]),
);

/** A record built from its declaration's example. Throws if its form does not accept that. */
function recordOf(of: Declared): AnyStored {
  const named = Object.entries(of.refs).flatMap(([field, ref]) => {
    const other = resources.find(({ name }) => name === ref!.to)!;
    return field in of.example.body ? [[field, exampleId(other)]] : [];
  });
  const body = { ...of.example.body, ...Object.fromEntries(named) } as Json;
  const read = readAs(of, body, DOCUMENTED);
  if (!read.ok) throw new Error(`the example of ${of.name} is refused: ${JSON.stringify(read.error)}`);
  const base = { id: exampleId(of), createdAt: CREATED_AT, updatedAt: CREATED_AT, revision: 0 };
  return { ...base, ...read.value, ...of.example.own };
}

/** A configuration with one record in each list. */
const configuration = {
  version: 1,
  ...Object.fromEntries(
    configured.map((of) => {
      const one = recordOf(of);
      return [of.name, [{ id: one.id, ...(of.document!.entry?.shown(one, false) ?? formOf(of, one)) }]];
    }),
  ),
};

const secret = "the secret, shown this once";

/** Example answers by the names of their schemas. */
export const resourceExamples: Record<string, unknown> = Object.fromEntries([
  ["Configuration", configuration],
  ...resources.flatMap((of) => {
    const displayed = { ...viewOf(of, recordOf(of)), ...of.example.shown };
    const more = Object.keys(of.made?.schema?.() ?? {}).map((field) => [field, secret]);
    const created = createdSchema(of).meta()!["id"] as string;
    return [
      [typeName(of), displayed],
      ...(more.length === 0 ? [] : [[created, { ...displayed, ...Object.fromEntries(more) }]]),
    ];
  }),
]);

import { resources } from "../../../src/resources/registry.ts";
import type { Declared } from "../../../src/resources/resource.ts";
import { typeName } from "../../../src/resources/view.ts";
import { formBody, forms, patchBody } from "../forms.ts";
import { createdSchema, viewSchema } from "../views.ts";
import { pageShape } from "../schema.ts";
import type { Documented } from "../documented.ts";
import { polledShape } from "../shapes/kinds.ts";
import { importedShape } from "../../../src/features/creators/import-shape.ts";

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

export const targetsOperations: Record<string, Documented> = {
  pollTarget: {
    tag: "Targets",
    summary: "Poll a target now",
    description: "Uses the same budget as scheduled polls. Messages about what it finds are sent at once.",
    status: 200,
    reply: { description: "The result, or the fault", schema: polledShape },
    refusals: [415, 429],
  },
};

export const importOperations: Record<string, Documented> = {
  importTargets: {
    tag: "Targets",
    summary: "Import targets",
    description:
      "Takes a JSON array, one JSON object per line (`application/x-ndjson`) or CSV with a header row (`text/csv`), up to 10,000 rows and 16 MiB. The response lists every row in order; `index` counts from 0 without blank lines, `line` is the line of the text. A target that already exists in its watchlist is left unchanged and its ID is returned, so an import can be repeated. CSV columns can be in any order, with names in any case and spacing (`User ID`) and cells separated by comma, semicolon or tab; an empty cell counts as absent. CSV can be UTF-8, or UTF-16 or Latin-1 if detectable; otherwise name the encoding (`text/csv; charset=windows-1250`), or the answer is 400. IDs are read as spreadsheets write long numbers (`=\"7012\"`, `'7012`, thousands in groups, `.0`); one that lost digits (`7.01235E+18`), or has 16 digits or more and ends in 0000, is an error of its row. Write `'` before the latter if it is right. `watchlist` is an ID or a name. If no row is accepted, the answer is 422 and nothing is stored. Cloudflare's free plan allows 10 ms of CPU per request: send a few hundred rows per call there.",
    body: forms.import,
    status: 200,
    reply: { description: "The result of each row", schema: importedShape },
  },
};

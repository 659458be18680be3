/** The parts of an OpenAPI document that the page uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

export interface Content {
  schema: Schema;
  example?: unknown;
}

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Content> };
  responses: Record<string, Answer>;
}

interface Parameter {
  name: string;
  in: "query" | "path" | "header";
  required?: boolean;
  schema: Schema;
  description?: string;
  example?: unknown;
}

interface Answer {
  description: string;
  content?: Record<string, Content>;
}

export interface Displayed {
  info: { title: string; description?: string };
  tags?: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, { post: Operation }>;
  components?: {
    schemas?: Record<string, Schema>;
    parameters?: Record<string, Parameter>;
    responses?: Record<string, Answer>;
  };
}

/** An operation with its method and path. */
export interface Placed {
  method: string;
  path: string;
  operation: Operation;
}

/** The operations by tag, in the order of the document. */
export function byTag(document: Displayed): Map<string, Placed[]> {
  const groups = new Map<string, Placed[]>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? "Other";
      groups.set(tag, [...(groups.get(tag) ?? []), { method, path, operation: whole(operation, document) }]);
    }
  }
  return groups;
}

/** An operation with its references resolved, except schemas. */
const whole = (operation: Operation, { components }: Displayed): Operation => ({
  ...operation,
  parameters: (operation.parameters ?? []).map((one) => resolved(one, components?.parameters)),
  responses: Object.fromEntries(
    Object.entries(operation.responses).map(([status, one]) => [status, resolved(one, components?.responses)]),
  ),
});

/** A schema, or the named one that it refers to. */
export const schemaAt = (schema: Schema | undefined, { components }: Displayed): Schema | undefined =>
  schema?.$ref === undefined ? schema : components?.schemas?.[schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)];

function resolved<T extends object>(one: T, all: Record<string, T> = {}): T {
  if (!("$ref" in one)) return one;
  return all[String(one.$ref).slice(String(one.$ref).lastIndexOf("/") + 1)] ?? one;
}

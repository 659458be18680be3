/** A JSON Schema, as loosely as a reader of documents must take it. */
export type Schema = { [keyword: string]: any };

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  schema: Schema;
  example: unknown;
}

export interface Operation {
  operationId: string;
  method: string;
  path: string;
  security: object[];
  parameters: Parameter[];
  /** By media type. */
  bodies: Record<string, { schema: Schema; example: unknown }>;
  responses: Record<string, { at: string; content: string[]; headers: Record<string, { required: boolean }> }>;
}

export interface Document {
  whole: Schema;
  operations: Operation[];
}

const escaped = (part: string): string => part.replaceAll("~", "~0").replaceAll("/", "~1");

/** A JSON pointer of names. */
const pointer = (...parts: string[]): string => `#/${parts.map(escaped).join("/")}`;

/** What a reference of the document leads to. */
export const at = (whole: Schema, ref: string): Schema =>
  ref
    .slice(2)
    .split("/")
    .reduce((value, part) => value[part.replaceAll("~1", "/").replaceAll("~0", "~")], whole);

/** Reads a served document: nothing is known of the system beyond it. */
export function readDocument(whole: Schema): Document {
  const operations: Operation[] = [];
  for (const [path, methods] of Object.entries<Schema>(whole["paths"])) {
    // Agents are refused in the terms of their protocol, and chat services sign. Their own suites ask them.
    if (path === "/mcp" || path.startsWith("/chat/")) continue;
    for (const [method, operation] of Object.entries<Schema>(methods)) {
      operations.push({
        operationId: operation["operationId"],
        method: method.toUpperCase(),
        path,
        security: operation["security"],
        parameters: (operation["parameters"] ?? []).map((one: Schema) =>
          one["$ref"] === undefined ? one : at(whole, one["$ref"]),
        ),
        bodies: operation["requestBody"]?.content ?? {},
        responses: Object.fromEntries(
          Object.entries<Schema>(operation["responses"]).map(([status, answer]) => {
            const place = answer["$ref"] ?? pointer("paths", path, method, "responses", status);
            const { content = {}, headers = {} } = at(whole, place);
            const own = Object.entries<Schema>(headers).map(([name, one]) => [
              name,
              one["$ref"] === undefined ? one : at(whole, one["$ref"]),
            ]);
            return [status, { at: place, content: Object.keys(content), headers: Object.fromEntries(own) }];
          }),
        ),
      });
    }
  }
  return { whole, operations };
}

/** The operations of a path by its template: the one with the fewest placeholders wins. */
export function templateOf({ operations }: Document, pathname: string): string | null {
  const fitting = [...new Set(operations.map(({ path }) => path))].filter((path) => patternOf(path).test(pathname));
  const holes = (path: string) => path.split("{").length;
  return fitting.sort((a, b) => holes(a) - holes(b))[0] ?? null;
}

const patterns = new Map<string, RegExp>();

function patternOf(path: string): RegExp {
  const known = patterns.get(path) ?? new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`);
  patterns.set(path, known);
  return known;
}

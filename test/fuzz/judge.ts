import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { templateOf, type Document, type Operation } from "./document.ts";
import type { CreatedRequest } from "./requests.ts";
import type { Answer } from "./send.ts";

/** Says what is wrong with an answer, by the document alone; null where nothing is. */
export type Judge = (request: CreatedRequest, answer: Answer) => string | null;

/** Documents and the first page: none of them is an operation. */
const SERVED_BESIDE = ["/", "/openapi.json", "/docs"];

const essence = (answer: Answer): string =>
  String(answer.headers["content-type"] ?? "")
    .split(";")[0]!
    .trim();

/** A judge of answers: an outside validator with the schemas of the served document. */
export function judgeOf(document: Document): Judge {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  formats.default(ajv);
  ajv.addSchema(document.whole, "document");
  const created = new Map<string, ValidateFunction>();
  const validator = (pointer: string): ValidateFunction => {
    const known = created.get(pointer) ?? ajv.compile({ $ref: `document${encodeURI(pointer)}` });
    created.set(pointer, known);
    return known;
  };
  const held = (pointer: string, value: unknown): string | null => {
    const valid = validator(pointer);
    return valid(value) ? null : ajv.errorsText(valid.errors);
  };
  const problem = (answer: Answer, statuses: number[]): string | null => {
    if (!statuses.includes(answer.status)) return `answers ${answer.status}, not ${statuses.join(" or ")}`;
    if (essence(answer) !== "application/problem+json") return `answers ${essence(answer)}, which is no problem`;
    return answer.body.length === 0 ? null : held("#/components/schemas/Problem", JSON.parse(answer.body.toString()));
  };
  return (request, answer) => {
    if (answer.status >= 500) return "fails";
    const pathname = new URL(`http://x${request.path.replace(/^\/+/, "/")}`).pathname;
    if (request.path.startsWith("//")) return problem(answer, [401, 404]);
    if (SERVED_BESIDE.includes(pathname)) return null;
    const template = templateOf(document, pathname);
    if (template === null) return problem(answer, [404, ...STRANGERS]);
    const here = document.operations.filter(({ path }) => path === template);
    const method = request.method === "HEAD" ? "GET" : request.method;
    const operation = here.find((one) => one.method === method);
    if (operation === undefined) {
      const allowed = String(answer.headers["allow"] ?? "").split(", ");
      if (answer.status === 405 && here.some((one) => !allowed.includes(one.method)))
        return "does not say what it allows";
      return problem(answer, [405, ...STRANGERS]);
    }
    return ofOperation(operation, request, answer, held);
  };
}

/** What whoever has no good token hears before anything else. */
const STRANGERS = [401, 429];

function ofOperation(
  operation: Operation,
  request: CreatedRequest,
  answer: Answer,
  held: (pointer: string, value: unknown) => string | null,
): string | null {
  const declared = operation.responses[String(answer.status)];
  if (declared === undefined) return `answers ${answer.status}, which the document does not have`;
  for (const [name, { required }] of Object.entries(declared.headers))
    if (required && answer.headers[name.toLowerCase()] === undefined) return `lacks the header ${name}`;
  const type = essence(answer);
  if (declared.content.length === 0)
    return answer.body.length === 0 ? null : "has a body that the document does not have";
  if (!declared.content.includes(type)) return `answers ${type}, which the document does not have`;
  if (request.method === "HEAD") return answer.body.length === 0 ? null : "answers HEAD with a body";
  if (type.endsWith("json")) {
    const place = `${declared.at}/content/${type.replaceAll("/", "~1")}/schema`;
    const invalid = held(place, JSON.parse(answer.body.toString()));
    if (invalid !== null) return invalid;
  }
  return taken(operation, request, answer, held);
}

/** A body that the document calls wrong must be refused. */
function taken(
  operation: Operation,
  { sent, headers }: CreatedRequest,
  answer: Answer,
  held: (pointer: string, value: unknown) => string | null,
): string | null {
  if (answer.status >= 300 || sent === undefined || answer.headers["idempotency-replayed"] !== undefined) return null;
  // An import takes any row and says of each what is wrong.
  if (operation.operationId === "importTargets") return null;
  const type = String(headers["content-type"]).split(";")[0]!;
  if (!type.endsWith("json") || operation.bodies[type] === undefined) return null;
  const path = operation.path.replaceAll("~", "~0").replaceAll("/", "~1");
  const place = `#/paths/${path}/${operation.method.toLowerCase()}/requestBody/content/${type.replaceAll("/", "~1")}/schema`;
  const invalid = held(place, JSON.parse(JSON.stringify(sent)));
  return invalid === null ? null : `takes a body that the document calls wrong: ${invalid}`;
}

import type { components } from "./api.ts";

/** A problem document (RFC 9457). */
export type Problem = components["schemas"]["Problem"];

/** What is wrong with one field of a body. */
export interface FieldProblem {
  /** JSON Pointer into the body, such as `/params/userId`. */
  pointer: string;
  /** The same as people write it: `params.userId`; empty for the whole body. */
  field: string;
  message: string;
}

/** An answer that is an error. Its message names the fields that are wrong, and never the token. */
export class TallylightError extends Error {
  override readonly name = "TallylightError";
  readonly status: number;
  /** The problem type, such as `/problems/invalid`; `about:blank` if the answer is no problem document. */
  readonly type: string;
  readonly title: string;
  readonly detail: string;
  readonly errors: FieldProblem[];
  /** What uses the resource that was to be deleted. */
  readonly usedBy: NonNullable<Problem["usedBy"]>;
  /** Seconds after which it may be tried again; null if the answer doesn't say. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, problem: Partial<Problem>, retryAfterSeconds: number | null) {
    const { type = "about:blank", title = "", detail = "", errors = [], usedBy = [] } = problem;
    const fields = errors.map(({ pointer, message }) => ({ pointer, field: fieldOf(pointer), message }));
    const reported = fields.map(({ field, message }) => (field === "" ? message : `${field} ${message}`)).join("; ");
    super([`${status} ${title}`.trim(), detail, reported].filter((part) => part !== "").join(": "));
    this.status = status;
    this.type = type;
    this.title = title;
    this.detail = detail;
    this.errors = fields;
    this.usedBy = usedBy;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const fieldOf = (pointer: string): string =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .join(".");

const isText = (value: unknown): value is string => typeof value === "string";

/** Reads an error answer. What is no problem document, as of a proxy in front, keeps its status alone. */
export async function errorOf(response: Response, retryAfterSeconds: number | null): Promise<TallylightError> {
  const text = await response.text().catch(() => "");
  return new TallylightError(response.status, problemIn(text), retryAfterSeconds);
}

function problemIn(text: string): Partial<Problem> {
  try {
    const reported: unknown = JSON.parse(text);
    if (typeof reported !== "object" || reported === null) return {};
    const { type, title, detail, errors, usedBy } = reported as Record<string, unknown>;
    return {
      ...(isText(type) ? { type: type as Problem["type"] } : {}),
      ...(isText(title) ? { title } : {}),
      ...(isText(detail) ? { detail } : {}),
      ...(Array.isArray(errors) ? { errors: errors.filter(isFieldError) } : {}),
      ...(Array.isArray(usedBy) ? { usedBy: usedBy as NonNullable<Problem["usedBy"]> } : {}),
    };
  } catch {
    return {};
  }
}

function isFieldError(one: unknown): one is NonNullable<Problem["errors"]>[number] {
  const { pointer, message } = (one ?? {}) as Record<string, unknown>;
  return isText(pointer) && isText(message);
}

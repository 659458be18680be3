import type { CatalogueEntry, Parameter } from "../catalogue.ts";

/** A rejected request, with a message for each parameter. */
export class BadRequest extends Error {
  readonly fields: Record<string, string>;
  constructor(fields: Record<string, string>) {
    super("Bad Request");
    this.fields = fields;
  }
}

/** The parameters of a request, validated against the catalogue. */
export class Params {
  readonly #values: Record<string, string | number | string[]>;

  constructor(values: Record<string, string | number | string[]>) {
    this.#values = values;
  }

  /** Returns text or digits; "" if absent. */
  text(name: string): string {
    const value = this.#values[name];
    return typeof value === "string" ? value : "";
  }

  number(name: string): number {
    const value = this.#values[name];
    return typeof value === "number" ? value : 0;
  }

  list(name: string): string[] {
    const value = this.#values[name];
    return Array.isArray(value) ? value : [];
  }
}

/** Reads an operation's parameters from a query or a JSON body; throws `BadRequest` with every invalid one. */
export function readParams(entry: CatalogueEntry, source: Record<string, unknown>): Params {
  const values: Record<string, string | number | string[]> = {};
  const invalid: Record<string, string> = {};
  for (const parameter of entry.params) {
    const provided = source[parameter.name];
    if (provided === undefined || provided === "") {
      if (parameter.required) invalid[parameter.name] = "is required";
      else if (parameter.fallback !== undefined) values[parameter.name] = parameter.fallback;
      continue;
    }
    const value = entry.method === "GET" ? fromQuery(parameter, provided) : fromBody(parameter, provided);
    if (value === undefined) invalid[parameter.name] = expectation(parameter);
    else values[parameter.name] = value;
  }
  if (entry.oneOf?.every((name) => values[name] === undefined && invalid[name] === undefined)) {
    for (const name of entry.oneOf) invalid[name] = `one of ${entry.oneOf.join(", ")} is required`;
  }
  if (Object.keys(invalid).length > 0) throw new BadRequest(invalid);
  return new Params(values);
}

function fromQuery(parameter: Parameter, provided: unknown): string | number | string[] | undefined {
  if (typeof provided !== "string") return undefined;
  if (parameter.type === "ids") return listed(parameter, provided.split(","));
  if (parameter.type === "integer")
    return /^-?\d{1,15}$/.test(provided) ? within(parameter, Number(provided)) : undefined;
  if (parameter.type === "digits") return /^\d{1,32}$/.test(provided) ? provided : undefined;
  if (parameter.type === "region") return /^[A-Z]{2}$/.test(provided) ? provided : undefined;
  return provided.length <= (parameter.max ?? 300) ? provided : undefined;
}

function fromBody(parameter: Parameter, provided: unknown): number | string[] | undefined {
  if (parameter.type === "integer")
    return Number.isInteger(provided) ? within(parameter, provided as number) : undefined;
  return listed(parameter, provided);
}

function listed(parameter: Parameter, provided: unknown): string[] | undefined {
  if (!Array.isArray(provided) || provided.length > (parameter.max ?? 1000)) return undefined;
  return provided.every((item) => typeof item === "string") ? provided : undefined;
}

function within(parameter: Parameter, value: number): number | undefined {
  return value >= (parameter.min ?? 0) && value <= (parameter.max ?? Number.MAX_SAFE_INTEGER) ? value : undefined;
}

function expectation(parameter: Parameter): string {
  if (parameter.type === "integer") return `must be an integer from ${parameter.min ?? 0} to ${parameter.max ?? "any"}`;
  if (parameter.type === "digits") return "must be a string of digits";
  if (parameter.type === "region") return "must be a two-letter uppercase region code";
  if (parameter.type === "ids") return `must be at most ${parameter.max ?? 1000} strings`;
  return `must be a text of 1 to ${parameter.max ?? 300} characters`;
}

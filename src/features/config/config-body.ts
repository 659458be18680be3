import type { Json } from "../../core/json.ts";
import { mediaType, parse, readText } from "../../http/body.ts";
import { Problem } from "../../http/problem.ts";
import { preferred } from "../../http/headers.ts";

const MAX_MIB = 16;

/** YAML is slower to parse. Larger configurations have to be JSON. */
const MAX_YAML_MIB = 4;

/** Enough for a hundred thousand targets with all fields, and everything that refers to them. */
const MAX_VALUES = 2_500_000;

export const JSON_TYPE = "application/json";

/** The media types of YAML, the registered one first. */
export const YAML_TYPES = ["application/yaml", "application/x-yaml", "text/yaml"];

/** Parses a configuration in JSON or YAML, once `weigh` has its length. Throws the 400, 413 or 415 Problem. */
export async function configBody(request: Request, weigh: (characters: number) => void): Promise<Json> {
  const type = mediaType(request);
  const yaml = YAML_TYPES.includes(type);
  if (!yaml && type !== JSON_TYPE)
    throw new Problem(415, `The body must be one of: ${[JSON_TYPE, ...YAML_TYPES].join(", ")}.`);
  const text = await readText(request, yaml ? MAX_YAML_MIB : MAX_MIB);
  weigh(text.length);
  // The parser is loaded when somebody sends YAML.
  const document = yaml ? (await import("./config-yaml.ts")).parseYaml(text) : parse(text, MAX_VALUES);
  return HALF.test(text) ? wellFormed(document, 0) : document;
}

/** An escape that may be a lone surrogate, which no database stores unchanged. */
const HALF = /\\u(0000)?d[89a-f]/i;

/** Deeper than any configuration. Values below this level are refused later. */
const DEEPEST = 32;

function wellFormed(value: Json, depth: number): Json {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((one) => wellFormed(one, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, wellFormed(one, depth + 1)]));
}

/** Whether a request wants YAML, by its `format` or its `Accept` header. */
export const wantsYaml = (request: Request, format: "json" | "yaml" | undefined): boolean =>
  format === undefined ? preferred(request, [JSON_TYPE, ...YAML_TYPES]) !== JSON_TYPE : format === "yaml";

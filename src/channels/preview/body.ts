import { isObject, type Json, type JsonObject } from "../../core/json.ts";
import { seen } from "../../core/text.ts";

/** The visible text of a field in a body; "" if it is not text. The body may be from an older version. */
export const textIn = (body: JsonObject, name: string): string => {
  const value = body[name];
  return typeof value === "string" ? seen(value) : "";
};

/** The objects of a list in a body. */
export const listIn = (body: JsonObject, name: string): JsonObject[] => {
  const value: Json | undefined = body[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
};

/** An object in a body; {} if there is none. */
export const objectIn = (body: JsonObject, name: string): JsonObject => {
  const value = body[name];
  return isObject(value) ? value : {};
};

import { objectsIn, textIn, type JsonObject } from "../core/json.ts";

/** Calls an operation of the API as an actor, with its checks, limits and audit entries. */
export type Inside = (
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  body?: JsonObject,
  /** An Idempotency-Key. */
  key?: string,
) => Promise<{ status: number; body: JsonObject }>;

/** An answer of the API that refuses. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly body: JsonObject;
  constructor(body: JsonObject) {
    super(textIn(body["detail"]));
    this.body = body;
  }
}

/** The body of a successful answer of the API. Throws a Refusal. */
export async function bodyFrom(api: Inside, ...call: Parameters<Inside>): Promise<JsonObject> {
  const { status, body } = await api(...call);
  if (status >= 400) throw new Refusal(body);
  return body;
}

/** The items of a list of the API, page by page, at most `max`. Throws a Refusal. */
export async function itemsFrom(api: Inside, path: string, max: number): Promise<JsonObject[]> {
  const items: JsonObject[] = [];
  let cursor = "";
  do {
    const next = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const body = await bodyFrom(api, "GET", `${path}${path.includes("?") ? "&" : "?"}limit=200${next}`);
    items.push(...objectsIn(body["items"]));
    cursor = textIn(body["nextCursor"]);
  } while (cursor !== "" && items.length < max);
  return items.slice(0, max);
}

import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./api.ts";

/** A target as the API shows it. */
export type Target = components["schemas"]["Target"];

/** A client that knows every path, body and answer of the API. */
export const tallylight = (baseUrl: string, token: string): Client<paths> =>
  createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });

import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./api.ts";

/** A target as the API shows it. */
export type Target = components["schemas"]["Target"];

/** What is answered where no Idempotency-Key is sent. */
type Media = "application/json" | "application/problem+json";

/** A client that knows every path, body and answer of the API. */
export const tallylight = (baseUrl: string, token: string): Client<paths, Media> =>
  createClient<paths, Media>({ baseUrl, headers: { authorization: `Bearer ${token}` } });

// @ts-check
import createClient from "openapi-fetch";

/**
 * A target as the API shows it.
 * @typedef {import("./api.ts").components["schemas"]["Target"]} Target
 */

/**
 * What is answered where no Idempotency-Key is sent.
 * @typedef {"application/json" | "application/problem+json"} Media
 */

/**
 * A client that knows every path, body and answer of the API.
 * @param {string} baseUrl
 * @param {string} token
 * @returns {import("openapi-fetch").Client<import("./api.ts").paths, Media>}
 */
export const tallylight = (baseUrl, token) => createClient({ baseUrl, headers: { authorization: `Bearer ${token}` } });
